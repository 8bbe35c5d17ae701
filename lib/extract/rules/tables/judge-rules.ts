import type { Pattern } from '../../../memory/rule.ts'

/* What outputs and thoughts say of how a subtask came out, as data. */

/** An editor or a shell says that it did not write. */
export const EDIT_REFUSED: Pattern = {
  pattern:
    /did not appear verbatim|No replacement was performed|Multiple occurrences|introduced new syntax error|edit has NOT been|Invalid range|usage: edit|sed: -e expression|sed: can't|can't read |patch does not apply|patch failed|malformed patch|Hunk #\d+ FAILED|Could not find|String not found|not found in file|No changes (?:made|were made)|Failed to (?:apply|find|edit)|has not been read yet|modified since (?:it was )?read|old_str/i,
  says: [
    'the text did not appear verbatim',
    'No replacement was performed',
    'Your edit introduced new syntax error(s)',
    "sed: can't read a.py",
    'sed: -e expression #1, char 5: unterminated',
    'error: patch does not apply',
    'Hunk #2 FAILED at 10',
    'String not found',
    'No changes were made',
    'Failed to apply the edit',
    'usage: edit 1:2',
    'File has not been read yet. Read it first before writing to it.',
    'File has been modified since read, either by the user or by a linter.',
    'Could not find the text',
  ],
  not: [
    'The file has been edited successfully.',
    'Hunk #1 succeeded at 10',
    'patching file a.py',
    'the row was not read',
    '',
  ],
}

/** Looks like a broken write where no exit status tells. */
export const LOOKS_BROKEN: Pattern = {
  pattern: /SyntaxError|IndentationError/,
  says: ['SyntaxError: invalid syntax', 'IndentationError: unexpected indent'],
  not: ['KeyError: row', 'a syntax error'],
}

/** An editor or a shell says that it wrote. */
export const EDIT_APPLIED: Pattern = {
  pattern:
    /has been edited successfully|\bfile \S{1,300} has been (?:edited|updated|created|overwritten)\.|^Applied \d+ edits? to|File written successfully|File updated|Text replaced|File created successfully|successfully (?:edited|updated|applied|modified|patched|replaced)|(?:updated|modified|patched|replaced|applied|fixed) successfully|patching file|^done\b/im,
  says: [
    'The file a.py has been edited successfully.',
    'The file /shop/a.py has been updated. Here is the result',
    'Applied 2 edits to a.py',
    'File updated',
    'File created successfully at: a.py',
    'Successfully replaced 1 occurrence',
    'It was patched successfully',
    'patching file a.py',
    'x\nDone',
  ],
  not: ['it is done', 'the edit was refused', 'a file that is updated', ''],
}

/** The fault was seen as it was reported. */
export const SHOWN: Pattern = {
  pattern:
    /\b(?:(?<!(?:\bnot|\bnever|\bcannot|n't|\bunable to|\bno longer)(?: \w+){0,2} )reproduc(?:ed|es|ible)|confirms? (?:the|that|my)|(?<!\bwork(?:s|ed|ing)? )as (?:expected|described|reported)|same (?:error|output|result) as|fails? as)\b/i,
  says: [
    'I reproduced it',
    'The fault is reproducible',
    'This confirms that the row is lost',
    'It fails as reported',
    'the same error as in the report',
    'As expected, the row is lost',
  ],
  not: [
    'It cannot be reproduced',
    "It wasn't reproduced here",
    'The issue is not reproducible',
    'It is no longer reproducible',
    'It works as expected',
    'I will reproduce it',
  ],
}

/** What was checked came out right. */
export const WORKS: Pattern = {
  pattern:
    /\b(?:works|working(?! (?:director\w+|cop\w+|tree|on|with)\b)|passes(?! (?:an?|it|its)\b)|passed(?! (?:to|in|as|by|through|from|into)\b)|pass(?:es)? now|is fixed|fix works|correctly|as expected|successful(?:ly)?|resolved)\b/i,
  says: [
    'It works',
    'All of them pass now',
    'The fix works',
    '3 tests passed',
    'It sorts correctly',
    'It is working',
  ],
  not: [
    'I look at the working directory',
    'I am working on it',
    'the row that was passed to the parser',
    'It passes an empty row',
    'It fails',
  ],
}

/** What was checked came out wrong. */
export const NOT_WORKING: Pattern = {
  pattern:
    /\b(?:still (?:fails?|failing|broken|the same|not)|did(?:n't| not) (?:work|apply|help)|does(?:n't| not) (?:work|help)|(?:not|never|no longer|isn't|aren't|wasn't) (?:\w+ )?(?:fixed|work(?:s|ing)?|resolved|pass(?:es|ing)?|correct(?:ly)?|successful(?:ly)?|as expected)|(?<!\b(?:no|0|without|without an|without any) )(?:fail(?:s|ed|ing|ure)|error)|broke|unexpected|wrong)\b/i,
  says: [
    'It still fails',
    "It didn't work",
    'It does not help',
    'The bug is not fixed',
    "It isn't working",
    'It no longer works',
    'It never works',
    'This is not quite correct',
    'There is an error',
    'unexpected',
  ],
  not: [
    'It works',
    'It passes now',
    'no error',
    'without any error',
    '0 failed, 3 passed',
    'It sorts correctly',
  ],
}

/** A cause or a plan is stated. */
export const CONCLUSION: Pattern = {
  pattern:
    /\b(?:(?:the|this) (?:root )?(?:cause|problem|issue|bug|culprit|reason) (?:is|was|lies|comes)|this (?:confirms|explains|means|is why|is because)|that (?:explains|is why)|there is the|caused by|because|the fix (?:is|should|would)|so the (?:fix|problem|issue|bug))\b/i,
  says: [
    'The root cause is a naive clock',
    'This explains the loss',
    'The fix should sort',
    'It is caused by a race',
    'It fails because the lock is held',
    'There is the bug',
    'So the problem',
  ],
  not: ['I look for the cause', 'the cause of the loss', 'Let me fix it', 'This is a row'],
}
