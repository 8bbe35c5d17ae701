/**
 * Words by which a task tells of something that goes wrong. Ours. A task without any (a plug-in to write, a question) had no fault
 * to reproduce, and a run is not blamed for what it was not asked.
 */
const SAYS_FAULT =
  /\b(?:bug|error(?! (?:handling|states?|boundar))|exception|traceback|fail(?:s|ed|ing|ures?)?|faulty?|broken|breaks?|crash(?:es|ed|ing)?|wrong(?:ly)?|incorrect(?:ly)?|unexpected(?:ly)?|regressions?|issue|problem|fix(?:es|ed)?|mistaken(?:ly)?|misbehav\w+|(?:does|do|did|is|are|was)(?:n['’]t| not) (?:work|return|raise|respect|handle|match|be|show)\w*)\b/i

/** True where a task tells of a fault, in its own words. */
export function tellsOfFault(task: string): boolean {
  return SAYS_FAULT.test(task)
}
