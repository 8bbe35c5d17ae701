import type { Category } from '../../../memory/category.ts'
import type { Pattern, Rewrite } from '../../../memory/rule.ts'

/* What marks a sentence as one part of an experience, as data. */

const LEAD_IN = '^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?'

/** An order of the category's own kind. */
export const VERBS: Record<Category, Pattern> = {
  ANALYZE: {
    pattern: new RegExp(
      `${LEAD_IN}(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|override|delegate|set|insert|define|skip|make|apply|store|keep|compute|extend|allow|catch|avoid|ensure|normali[sz]e|exclude|include|initiali[sz]e|propagate|preserve|treat|strip|merge|cast|round|escape|decode|encode|quote|sort)\\b`,
      'i',
    ),
    says: ['Use as instants', 'To keep ties stable, sort by the id'],
    not: ['Look at the parser', 'The parser sorts'],
  },
  REPRODUCE: {
    pattern: new RegExp(
      `${LEAD_IN}(?:write|create|construct|build|reproduce|trigger|simulate|set|use|call|demonstrate|mock|measure|feed|pin|configure|put|pass|compare|request|test)\\b`,
      'i',
    ),
    says: ['Simulate two clients', 'When the page is full, request the next one'],
    not: ['Sort by the id', 'A test requests it'],
  },
  EDIT: {
    pattern: new RegExp(
      `${LEAD_IN}(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|call|rename|import|refactor|implement|override|delegate|set|fix|insert|define|skip|make|apply|rewrite|write|attach|register|take|accept|hold|let|bind|put|split|store|keep|compute|extend|allow|catch|introduce|avoid|ensure|round|sort|decode|encode|escape|normali[sz]e|exclude|include|switch|delete|drop|initiali[sz]e|propagate|preserve|treat|strip|append|merge|cast|create|infer)\\b`,
      'i',
    ),
    says: ['Rename the variable', 'If the list is empty, return early'],
    not: ['Look at the list', 'Renaming it'],
  },
  VERIFY: {
    pattern: new RegExp(
      `${LEAD_IN}(?:(?:verify|test|check|confirm|ensure|make sure|validate) (?!if\\b|whether\\b|the\\b)|compare\\b|repeat\\b)`,
      'i',
    ),
    says: ['Confirm that each row comes once', 'To be sure, compare both pages'],
    not: ['Verify the fix', 'Check whether it works', 'Sort by the id'],
  },
}

/** Makes a thing to try, which is no plan and no change. */
export const MAKES_A_TRIAL: Pattern = {
  pattern:
    /^(?:create|write|make|add|use|update) (?:an?|the|some|more) (?:[a-z-]+ ){0,4}(?:script|tests?|test cases?|file|reproduction|print|debug|example)\b/i,
  says: ['Create a small test script', 'Add some debug output'],
  not: ['Create an index on the column', 'Run the test script'],
}

/** "Modify the parser module to decode bytes": where it is done is of this run, what is done is not. */
export const AT_A_PLACE: Rewrite = {
  pattern:
    /^(?:modify|update|change|edit) (?:the|this|both) (?:(?!\b(?:to|in|of|for|on|at|by|with)\b)[^,]){0,60}\b(?:function|method|class|module|file|code|value|constructor|property|definition|signature|logic|implementation|parser|handler)s?(?: in the [a-z ]{1,40}?)? to (?=(?:also |then |first )?[a-z]+ )/i,
  becomes: '',
  says: [
    ['Modify the parser module to decode bytes', 'decode bytes'],
    ['Update both handlers to return early', 'return early'],
  ],
  not: ['Modify the parser module', 'Decode bytes in the parser module'],
}

/** What for, when that is only "it". */
export const TO_FIX_IT: Rewrite = {
  pattern: /^to (?:fix|solve|address|resolve) (?:this|it|that|the)\b[^,]{0,80}, /i,
  becomes: '',
  says: [
    ['To fix this issue, sort by the id', 'sort by the id'],
    ['To solve it, wait', 'wait'],
  ],
  not: ['To keep ties stable, sort by the id', 'Fix this'],
}

/** Says only that a cause follows. */
export const CAUSE_FRAME: Rewrite = {
  pattern:
    /^(?:so )?(?:the|this|my|a) (?:main |real |actual |core |underlying )?(?:root cause|cause|reason|issue|problem|bug|culprit|error|key)(?: here)? (?:is|was|seems to be)(?: simply| just)? (?:that|because) |^(?:this|that|it)(?: is|'s) (?:because|since) |^because |^(?:the|this) (?:problem|issue|error|bug) (?:occurs|arises|happens|comes up) because |^the error message (?:suggests|indicates|shows) that |^the (?:cause|problem|issue) is [^:]{3,40}: /i,
  becomes: '',
  says: [
    ['The root cause is that the key is lost', 'the key is lost'],
    ['This is because the lock is held', 'the lock is held'],
    ['The error message suggests that it is None', 'it is None'],
  ],
  not: ['The key is lost', 'The cause is unknown'],
}

/** What is worked with was a name, and a bare word for its kind is all that is left. */
export const LOST_OBJECT: Pattern = {
  pattern:
    /\b(?:use|using|install|call|calling|via) (?:it using )?(?:the|another) (?:value|function|method|expression|class|call|attribute|module|constant)\b(?! (?:that|which|of|name|itself)\b)/i,
  says: ['Update the main script to use the value for authentication.', 'Install the value.'],
  not: [
    'Use the value of the first row.',
    'Use the value that was read.',
    'Use the default for authentication.',
  ],
}

/** How the goal of a stage begins. */
export const GOALS: Record<Category, Pattern> = {
  ANALYZE: {
    pattern:
      /^(?:find|look|locate|understand|trace|check|examine|inspect|investigate|search|see|determine|identify|compare|read|analy[sz]e|explore|figure|learn|verify)\b/i,
    says: ['Trace the call', 'find where it is cut'],
    not: ['Sort the rows', 'The trace'],
  },
  REPRODUCE: {
    pattern:
      /^(?:reproduce|write|create|construct|build|run|trigger|show|confirm|demonstrate|test|update|add|make|simulate|set|verify|measure)\b/i,
    says: ['Simulate two clients', 'write a failing test'],
    not: ['Sort the rows', 'A test'],
  },
  EDIT: {
    pattern:
      /^(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|call|rename|import|refactor|implement|override|delegate|set|fix|insert|define|skip|make|apply|rewrite|bind|put|split|store|keep|compute|extend|allow|catch|introduce|restore|revert|avoid|check|ensure)\b/i,
    says: ['Rename the column', 'wrap the call'],
    not: ['Look at the column', 'Renaming it'],
  },
  VERIFY: {
    pattern:
      /^(?:verify|run|test|check|confirm|ensure|make sure|rerun|re-run|compare|validate|review|see|add|write|create|update|look)\b/i,
    says: ['Make sure that it is sorted', 'rerun the tests'],
    not: ['Sort the rows', 'The check'],
  },
}
