const NONE: readonly RegExpExecArray[] = []

/**
 * Every match of a global pattern in a text, as `text.matchAll(pattern)` gives them, without the copy of the pattern that it makes
 * at each call: of a pattern of 10 kB the copy costs 30 us, more than a short text. All are found before the first is given, so that
 * the same pattern may be asked again meanwhile.
 */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  pattern.lastIndex = 0
  let found = pattern.exec(text)
  if (found === null) return NONE
  const matches: RegExpExecArray[] = []
  for (; found !== null; found = pattern.exec(text)) {
    matches.push(found)
    if (found[0] === '') pattern.lastIndex++
  }
  return matches
}
