import type { Pattern } from '../../../memory/rule.ts'

/* What makes sentences of a thought a passage that could be an excerpt, as data. */

/** Thinks aloud: what is said beside it is tried, not found. */
export const UNSETTLED: Pattern = {
  pattern:
    /\?(?:\s|$)|\b(?:wait|hmm+|maybe|perhaps|not sure|alternatively|I think|I guess|I wonder|probably|likely|might|possibl[ey]|seems?|appears?|suspect\w*|suggests?|suppose|presumably|unless|oops|or (?:I|we) (?:can|could)|one (?:option|approach)|option \d|if I (?:can|could)|(?:I|we) should have)\b/i,
  says: [
    'Is the key lost?',
    'Wait, the key is lost.',
    'The key might be lost.',
    'We could sort, or I could wait.',
  ],
  not: ['The key is lost because the list is copied.', 'Sort by the id.'],
}

/** What goes wrong, and what brings it about. */
export const EFFECT_BECAUSE: Pattern = {
  pattern: /^(.{15,}?)(?<!\b(?:and|but|or|so|even|only|just)),? because (.{20,}?)\.?$/,
  says: [
    'The settings of the printer are bypassed because it uses the default format instead of the printer.',
  ],
  not: ['Because the key is lost, nothing is found.'],
}

/** Names what is done beside what had to be done. */
export const CONTRAST: Pattern = {
  pattern:
    /\b(?:instead of|rather than|without \w+ing|regardless of|even (?:if|when|though)|not .{1,40}\bbut)\b/i,
  says: ['it compares by identity instead of by value', 'it writes the text without escaping the quotes'],
  not: ['it compares two values', 'it is never read'],
}

const LANGUAGE =
  '(?:Python|JavaScript|TypeScript|Java|Rust|Go|C\\+\\+|SQL|SQLite|MySQL|PostgreSQL|NumPy|numpy|pandas|pytest|LaTeX|HTML|HTTP|JSON|YAML|git|bash|Unicode|UTF-8|ASCII)'
const HOW_FAR =
  "(?:only|requires?|needs|at (?:least|most)|by default|deprecated|never|always|doesn't|does not|don't|cannot|can't|isn't|is not|aren't|raises?|with no|with an empty|returns? (?:an? |the )?(?:empty|new|copy|iterator|view|same|none|`none`)|blocks|gives|treats|keeps|shares|assumes|compares|evaluates|preserves|converts|inherits|ignores?|truncates|mutates|modifies|copies|loses|drops|swallows|silently)"

/** How far something everybody has reaches: a call of a language or its library, or the language itself, is what is spoken of. */
export const STANDARD_LIMITS: readonly Pattern[] = [
  {
    pattern: new RegExp(`^\`[^\`]+\`(?: [\\w-]+){0,5}? ${HOW_FAR}\\b`),
    says: [
      '`zip` with no arguments returns an empty iterator.',
      '`multiprocessing.Pool` requires at least one process.',
      '`print` in Python is buffered by default when it writes to a pipe.',
    ],
    not: [
      '`rstrip` removes whitespace from the end.',
      'The pool requires a process.',
      'Use `zip` with no arguments.',
    ],
  },
  {
    pattern: new RegExp(`^${LANGUAGE}(?:'s)?(?: [\\w-]+){0,5}? ${HOW_FAR}\\b`),
    says: [
      'Python closures only look a name up when they are called.',
      'SQLite does not enforce foreign keys by default.',
    ],
    not: ['Python has closures.', 'The TypeScript compilation passed with no errors.'],
  },
  {
    pattern: new RegExp(
      `^In (?:(?:newer|older|recent|modern) )?${LANGUAGE}(?: \\d(?:\\.\\d+)*)?(?: and later)?, (?!the \\b|this\\b|you\\b|it\\b|they\\b)\\S.* (?:is|are|has|have|does|do|becomes?|means?|binds?|compares?)\\b`,
    ),
    says: [
      'In LaTeX, a single newline is treated as a space.',
      'In newer pandas, frequency strings are case-sensitive.',
    ],
    not: ['In Python domain, they are parameters.', 'In Python, you are done.'],
  },
]
