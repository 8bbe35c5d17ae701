import type { Pattern } from '../../../memory/rule.ts'

/* What makes a sentence unclear, or common to every run, as data. */

/** Points at something beside it. */
export const POINTING: Pattern = {
  pattern:
    /\b(?:here|above|below|this line|these lines|that line|following (?:code|lines)|the output|the snippet|step \d|line)\b/i,
  says: ['look here', 'step 4 does it', 'The output shows it', 'the following code', 'on a line'],
  not: ['the row is lost', 'a linear scan', 'thereby it is lost'],
}

/** Opens with what the sentence before explains. */
export const STARTS_WITH_POINTER: Pattern = {
  pattern: /^(?:This|It|That|They|These|Those|He|There|Both)\b/,
  says: ['This is lost', 'They are sorted', 'There it is'],
  not: ['Sort this', 'Thistle', 'The row is lost'],
}

/** An imperative whose object is a pronoun: unreadable outside its run. */
export const POINTLESS: Pattern = {
  pattern: /^(?:\w+ ){1,3}(?:this|it|that|them|these|those|both)\b(?! (?:is|are|was|does|can))/i,
  says: ['Fix this', 'Wrap it in a lock', 'Look at those', 'Sort them by id'],
  not: ['Sort the rows', 'Ensure it is sorted', 'Check that is sorted', 'It is lost'],
}

/** A local thing of which not even a word could stay. */
export const NAMELESS: Pattern = {
  pattern:
    /\b(?:the|another|an?) (?:value|class|function|method|attribute|expression|condition|assignment|call|module|folder|file|constant|statement|definition|message|error)\b(?! (?:that|which|when|of|for|is raised|if|from)\b)/gi,
  says: ['read the value', 'another function is called', 'a message'],
  not: ['the value of the row', 'the function that sorts', 'the values', 'a value which is read'],
}

/** Code that stands in prose. */
export const CODE_LEFT: Pattern = {
  pattern: /[{}]|==|=>|;|\w\(\)|\\n|->|<\w+>/,
  says: ['a == b', 'x => y', 'call it()', 'a; b', 'x -> y', '<row>', '{a}', 'a\\nb'],
  not: ['the row is lost', 'a < b', 'sort (by id)'],
}

/** About the work on the run, not on the code. */
export const OWN_WORK: Pattern = {
  pattern:
    /\b(?:the report|submit|final output|codebase|repository structure|truncated|sed command|heredoc|format error|indentation of the|the command|the previous command|COMPLETE_TASK|next command|the tool|hopefully|context right|sed|grep|nl|interactive mode|typo in my|my script|oops|scroll|looking (?:back |closely )?at|looks like|my fix|instructions?|do not modify|debug prints?|print statements?|def \w+)\b/i,
  says: [
    'submit it',
    'the sed command',
    'my script fails',
    'def rows',
    'it looks like a race',
    'looking back at it',
    'the previous command',
    'follow the instructions',
  ],
  not: ['sort the rows', 'the row is lost', 'a tool for rows', 'the script of the page'],
}

/** Says nothing that would not hold in any run. */
export const ROUTINE: Pattern = {
  pattern:
    /\b(?:existing tests?\b.{0,30}\b(?:for|that|related|run|pass)|edge cases? to (?:make sure|ensure|verify|see|be)|for (?:this|the) edge case|no longer needed|(?:break|broke|broken) (?:anything|any|other|existing)|broader (?:set|test)|any (?:other|existing) (?:tests?|places?|files?|usages?|similar)|no regressions?|full test suite|just to be|one more|final (?:check|time|review|verification)|temporary files?|clean up|all (?:the )?tests? pass|similar (?:issues?|problems?|rules?)|used elsewhere|side effects?|other implications|potential issues|again(?=\.?$)|(?:cleaner|better|proper|robust) (?:fix|approach|way|solution)|this (?:block|section|part|file|class|method|function)|to (?:understand|see) (?:how|what|where)\b.{0,80}\b(?:implemented|defined|handle[sd]?|used|called|works?|computed|happens|produc\w+|does|need\w*)|(?:used|called|defined) (?:any|else)where|everything (?:works|is)|what happens|more comprehensive|works? as expected|is safe|and update the|the (?:fix|changes?|edit)s? (?:is|are|was|were|works?)|apply the (?:fix|change|edit|patch)|patch file|^check if you should|takes too long|single test|you already|script creation|listing the files|^start by (?:reading|listing|exploring)|^create a (?:new )?(?:file|reproduction script) (?:called|named|based)|^run the tests using|(?:is|are) used for anything else|the user thinks|to be clean\b|no such file|pyc file|usually where|method name|if they exist|example (?:code )?(?:provided|from)|run the main file|execute the .{0,30}script|revert the|check if you can|there's an issue|similar fix|^rm\b|fix the test|tests? that fail|reproduction script that|configured properly|backend for testing|no evidence|understand the (?:error|issue|problem) better|mentioned in|reproduction script to (?:print|use|run)|re-?apply|temporar\w+|version of the file|(?:add|use) debug)\b/i,
  says: [
    'Check the existing tests for that',
    'There are no regressions',
    'It works as expected',
    'Clean up',
    'one more run',
    'again',
    'All the tests pass',
    'Sort it again.',
    'rm the file',
    'a temporary row',
    'to understand how it is implemented',
  ],
  not: [
    'Sort by a unique key',
    'The lock is held twice',
    'A row is read again after the lock',
    'Remove the key',
  ],
}

/** An order of any run and nothing else. */
export const TRIVIAL: Pattern = {
  pattern:
    /^(?:run|rerun|execute|create|write|update|use|remove|delete|insert|implement|modify|clean up|submit|check|verify|apply|make|add|try|test|fix|confirm|see|start by)\b(?: (?:the|a|an|it|this|that|again|fix|change|changes|edit|script|reproduction|test|tests|existing|file|files|temporary|created|now|with|to|and|see|if|works?|verify|confirm|issue|bug|problem|error|failure|fault|current|confirmation|exists?|shows?|demonstrates?|actual|on|for|python|sed|my|new|updated|final|reproduce|suite|full|module|of|all|in|output|result|is|fixed|correct|passes|pass|command|up|create|run|once|more|everything|first|behavior|behaviour|same|relevant|related|ensure|make|sure|no|there|are|regressions?|not|did|break|anything|nothing|broken|project|another|folder|code|class|function|method|simple|small|using|expected|as|still|successful|correctly|applied|was|modification|described|report|by|before|submitting|hypothesis|understanding|we|you)\b)*[^a-z]*$/i,
  says: [
    'Run the tests',
    'Apply the fix',
    'Verify it works now',
    'Create a new file',
    'Check if the bug is fixed',
    'Remove the temporary script',
  ],
  not: [
    'Run the query once per batch',
    'Create an index on the column',
    'Verify the order of equal keys',
    'The tests run',
  ],
}
