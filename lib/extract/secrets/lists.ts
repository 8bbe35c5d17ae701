import type { Certainty } from './names.ts'
import { isRandom, isSecretValue } from './values.ts'

const BEFORE =
  /(?<![A-Za-z])\w{0,12}value["']?\s{0,3}[:=]\s{0,3}(["'])([^"'\n]{5,200})\1\s{0,3},?(?:[^{}\n]{0,80},)?\s{0,30}["']?\w{0,12}(?:name|key)["']?\s{0,3}[:=]\s{0,3}["']?$/i
const LIST =
  /["']?\s{0,3}(?::|=>?|:=)\s{0,3}(?:[[(](?=\s{0,40}["'`])|(?=\n[ \t]{0,40}-[ \t]))|(?<=s)(?:[ \t(][^\n:=]{0,60})?:?[ \t]{0,3}(?=\n{1,2}[ \t]{0,12}(?:\d{1,2}[.)][ \t]{1,3}|[*•][ \t])?[\w-]{8,40}[ \t]*(?:\n|$|[\w-]{8,40}))/y
const ITEM =
  /\s{0,40}(?:(?:[-*•]|\d{1,2}[.)])[ \t]{1,8})?(?:(["'`])([^"'`\n]{1,600})\1|(?<=(?:[-*•]|\d[.)])[ \t]{1,8}|\n[ \t]{0,12}|[a-z\d]{4}[ \t]{1,8})([^\s"'`#,:?]{1,600})(?=[ \t]{0,20}(?:\n|$|[\w-]{8})))[ \t]{0,5},?/y

/** The members of an object or a block under a name in the plural. */
const MAP = /(?<=s)["']?\s{0,3}(?::|=>?)\s{0,3}(?:\{|(?=\n[ \t]{1,40}\w))/iy
const MEMBER =
  /\s{0,40}["']?[\w.-]{1,60}["']?\s{0,3}(?::|=>?)\s{0,3}(["'`]?)([^\s"'`,{}]{16,600})\1[ \t]{0,5},?(?=\s|\}|$)/y

/** Values of a list under a name or of a map, and one that stands before its name: `{"value": …, "name": …}`. */
export function* otherValues(
  text: string,
  name: { start: number; end: number },
  certainty: Certainty,
): Generator<{ start: number; end: number }> {
  if (certainty === 'faint') return
  const before = BEFORE.exec(text.slice(Math.max(0, name.start - 300), name.start))
  if (before?.[2] && isSecretValue(before[2], certainty, true)) {
    const start = Math.max(0, name.start - 300) + before.index + before[0].indexOf(before[2], 5)
    yield { start, end: start + before[2].length }
  }
  MAP.lastIndex = name.end
  let member = name.end + (MAP.exec(text)?.[0].length ?? Infinity)
  for (let count = 0; count < 40 && member < text.length; count++) {
    MEMBER.lastIndex = member
    const [all, , value] = MEMBER.exec(text) ?? []
    if (all === undefined || value === undefined) break
    const start = member + all.lastIndexOf(value)
    if (isRandom(value) && isSecretValue(value, certainty, true)) yield { start, end: start + value.length }
    member += all.length
  }
  LIST.lastIndex = name.end
  let at = name.end + (LIST.exec(text)?.[0].length ?? Infinity)
  for (let item = 0; item < 40 && at < text.length; item++) {
    ITEM.lastIndex = at
    const [all = '', , quoted, bare] = ITEM.exec(text) ?? []
    const value = quoted ?? bare
    if (value === undefined) return
    const start = at + all.lastIndexOf(value)
    if (isSecretValue(value, certainty, quoted !== undefined)) yield { start, end: start + value.length }
    at += all.length
  }
}
