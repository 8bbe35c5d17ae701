import type { Rule } from '../../memory/rule.ts'

/** What any harness makes an agent do, whatever the task: never a lesson. */
export const CHORES: readonly Rule[] = [
  {
    pattern:
      /\b(?:to-?do list|todo|task list|mark (?:this|the) task|next task|in[- ]progress|interaction)\b/i,
    weight: 1,
    says: [
      'Update the todo list and mark the task as completed.',
      'End the interaction since the task is complete.',
    ],
    not: ['A task that is awaited twice raises an error.'],
  },
  {
    pattern:
      /\b(?:patch(?:\.txt)?|diff) (?:file|looks)|\b(?:create|write|generate|save|make) (?:the |a )?(?:final )?patch\b|\bgit (?:diff|status|add|commit|clone|checkout|log|stash)\b|\bcommit(?:ting)? (?:the|these|this)\b/i,
    weight: 1,
    says: ['Create the patch file with the changes.', 'Use git diff to see what changed.'],
    not: ['A patch of the class attribute outlives the test.', 'Commit before the lock is released.'],
  },
  {
    pattern:
      /\b(?:clone|check out) (?:the )?(?:repo|repository|project)\b|\b(?:re)?install(?:s|ed|ing)?\b.{0,40}\b(?:dependenc|packages?|requirements|pip|editable|development|module|library|pytest)|\b(?:set up|setup|activate|create) (?:a |the )?(?:virtual |development |test )?environment\b|\bnot installed\b|\bpip\b/i,
    weight: 1,
    says: [
      'Clone the repository first.',
      'Install the dependencies in editable mode.',
      'The package is not installed.',
    ],
    not: [
      'A handler that was never installed is never called.',
      'Read the environment variable at call time.',
    ],
  },
  {
    pattern:
      /\b(?:final (?:summary|answer|output|result|review|verification)|summar(?:y|ize|ise) (?:of|the|what|my)|submi(?:t|ssion|tting)|complete[sd]? the task|task (?:is )?complete|fully (?:solved|implemented|addressed)|ready to|pull request|(?:the )?changelog|release notes?|what'?s? ?new)\b/i,
    weight: 1,
    says: [
      'Provide a summary of the changes.',
      'Submit the final result.',
      'Analyze if you have fully solved the task.',
    ],
    not: ['The final element of the list is never read.'],
  },
  {
    pattern:
      /\b(?:clean(?:ed|ing)? up|remove (?:the |these )?(?:temporary|test|debug|repro\w*|scratch|backup)\b|temporary (?:files?|scripts?)|backup|\.orig\b|restore the|revert)\b/i,
    weight: 1,
    says: ['Clean up the temporary files.', 'Restore the original file from the backup.'],
    not: ['Close the temporary handle in a finally block.'],
  },
  {
    pattern:
      /\bfind (?:any |the |other )?(?:related|relevant) code\b|\b(?:explore|structure of) the (?:codebase|repo|repository|project)|\b(?:codebase|repository|repo|project) structure|\bget an? (?:overview|understanding)|\bstart by (?:exploring|looking|examining|understanding|finding|creating|reproducing)/i,
    weight: 1,
    says: [
      'Include a query to help find any related code.',
      'Explore the repository structure.',
      'Start by examining the relevant files.',
    ],
    not: ['The directory structure of the archive is kept when it is unpacked.'],
  },
  {
    pattern:
      /\b(?:my|your|the) (?:edit|sed|heredoc|previous|last|earlier|next|new|own)? ?(?:command|edit|attempt|script|indentation|test script|typo)\b|\b(?:indentation|syntax error|line numbers?|heredoc|sed|regex replacement|escap\w+ (?:of|in) the (?:shell|command))\b.{0,30}\b(?:went|got|broke|messed|properly)\b|\b(?:edit|replacement) (?:failed|did not|was not|didn't|wasn't)/i,
    weight: 1,
    says: [
      'The edit command did not use the proper indentation.',
      'The sed went wrong.',
      'The replacement failed because of quotes.',
    ],
    not: ['Indentation inside a block string is kept as it is.'],
  },
  {
    pattern:
      /\b(?:run|re-?run|execute|running) (?:the |all |all the |these |some |any |its |my )?(?:existing |full |whole |related |relevant |original |reproduction |new |other |unit |actual |specific |edge[- ]case |comprehensive |simple )*(?:tests?(?: suite| cases?| script| file| module)?|script|suite|reproduction|example)\b|\bhow to run\b|\bpytest (?:is|isn't|available)|\btest runner\b/i,
    weight: 1,
    says: ['Run the existing tests.', 'Rerun the reproduction script to see the output.'],
    not: ['Run the query once per batch and not once per row.'],
  },
]

/** Opens a step and says nothing but what comes next. */
export const TRANSITIONS: readonly Rule[] = [
  {
    pattern:
      /^(?:now|next|then|first|okay|ok|great|good|perfect|excellent)?[,.!: ]*(?:let me|let's|let us|i(?:'ll| will| need to| should| want to)(?: now| also| first)*) (?:also |now |first |just |quickly )*(?:look|check|see|examine|find|view|search|read|explore|open|run|test|try|create|write|verify|understand|update|add|fix|make|implement|apply|modify)\b[^.;:,]{0,80}[.:]?$/i,
    weight: 1,
    says: ['Now let me look at the test files:', "Let's run it again:", 'I will update the code.'],
    not: [
      'I need to return None from the cursor when the page is empty, so that the lookup does not fail.',
      'I will compare as instants, because naive values lose their offset.',
    ],
  },
]

/** About the run, its report or its reader, not about the code. */
export const ABOUT_THE_RUN: readonly Rule[] = [
  {
    pattern:
      /\b(?:the|this|our) (?:user|reporter|report|PR|pull request|author|maintainers?|hint|comment|documentation says|docs say|issue (?:says|states|mentions|is about|expects|suggests|statement)|task)\b|\b(?:suggested|mentioned|described|proposed|requested) (?:in|by)\b/i,
    weight: 1,
    says: [
      'The user expects queries with aliases but no join to pass.',
      'As suggested in the issue, use a set.',
    ],
    not: ['A user without a role is let in.'],
  },
  {
    pattern:
      /\b(?:the|this|my|your|our|these|those) (?:fix|fixes|changes?|solution|implementation|approach|modification|patch|edit|update|improvement)s?\b.{0,60}\b(?:is|are|was|works?|looks?|seems?|handles?|ensures?|maintains?|should|will|doesn't|does|correctly|addresses|makes?|preserves?|only|now|would|introduce\w*|converts?)\b|\b(?:without|with|after|before|of|by) (?:the|my|your) (?:fix|changes?|patch)\b/i,
    weight: 1,
    says: [
      "The fix maintains backward compatibility and doesn't introduce any new issues.",
      'It passes with the fix.',
    ],
    not: ['The repair belongs on the writing side.'],
  },
  {
    pattern:
      /\b(?:all|these|those|the|both|other|existing|new|edge[- ]case|\d+) (?:[a-z-]+ ){0,3}tests?\b.{0,40}\b(?:pass|fail|are|is|was|were|expect|check|cover|still|now|run|work)|\btests? (?:pass|fail)|\bfailures?\b.{0,40}\b(?:unrelated|pre-?existing|environment|not related)|\bunrelated\b|\bpre-?existing\b/i,
    weight: 1,
    says: [
      'All the tests pass.',
      'The failures are unrelated to the change.',
      'The existing tests only check the happy path.',
    ],
    not: ['A contest without entries fails to load.'],
  },
  {
    pattern:
      /\b(?:you are (?:missing|seeing|going|getting|looking|modifying|changing|only|now)|you (?:see|saw|know|found|want|wanted|expect|already|still|don't|have|could|can see|might|successfully)|in (?:this|the) (?:case|environment|test|example|script|output|original code)|as (?:expected|intended|described|shown)|expected behaviou?r|correct behaviou?r|working correctly|works? (?:correctly|now|as|fine|properly|well)|is (?:correct|right|fine|good|working|sound)|(?<!not [^.]{0,40})(?:correctly|properly|appropriately)|successfully|(?:should|would|will) fix|fixes|would be (?:best|better|good|nice|ideal|great)|looks? (?:good|correct|right)|makes sense|interesting|reproduced|no longer)\b/i,
    weight: 1,
    says: [
      'It works as expected.',
      'The rule is working correctly.',
      'You are only modifying the internal behavior.',
      'You see None here.',
    ],
    not: [
      'A missing default is read as zero.',
      'You must close the file first.',
      'The padding is not handled correctly when the card is parsed back.',
    ],
  },
  {
    pattern:
      /\b(?:agent|claude|assistant|prompt|conversation|session id|skill|plugin|slash command|web ?search|documentation page)\b/i,
    weight: 1,
    says: ['Create a skill that uses the expression to identify the current session.'],
    not: ['A cookie without the secure flag is sent in the clear.'],
  },
]
