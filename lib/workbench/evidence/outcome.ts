import { isNumber, partsOf } from './symptom.ts'

/**
 * How what came out stands to what was expected, both as `show` writes them: kinds of value, then how far, which end, what order.
 * The words of a key by which EDIT asks; they name nothing of the code.
 */
export function outcomeOf(expected: string, got: string): string[] {
  const [wanted, came] = [valueKind(expected), valueKind(got)]
  const words = [`${wanted} became ${came}`]
  for (const [word, name] of STRANGE) if (got.includes(word) && !expected.includes(word)) words.push(name)
  if (wanted !== came) return words
  if (wanted === 'number') return [...words, ...ofNumbers(Number(expected), Number(got))]
  if (wanted === 'text') return [...words, ...ofTexts(expected.slice(1, -1), got.slice(1, -1))]
  if (wanted === 'list') return [...words, ...ofLists(partsOf(expected), partsOf(got))]
  if (wanted === 'flag') return [...words, `should be ${expected}`]
  return words
}

const STRANGE = [
  ['Promise', 'promise inside'],
  ['NaN', 'not a number'],
  ['undefined', 'undefined inside'],
  ['null', 'null inside'],
] as const

function valueKind(shown: string): string {
  if (shown.startsWith('throws ')) return `${shown.slice(7)} error`
  if (shown.startsWith('[')) return 'list'
  if (shown.startsWith('{')) return 'record'
  if (shown.startsWith('"')) return 'text'
  if (isNumber(shown)) return 'number'
  return shown === 'true' || shown === 'false' ? 'flag' : shown
}

function ofNumbers(expected: number, got: number): string[] {
  const by = got - expected
  const words = [Math.abs(by) === 1 ? `one ${by > 0 ? 'more' : 'less'}` : by > 0 ? 'more' : 'less']
  if (got === 0) words.push('zero')
  if (got === -expected) words.push('sign turned')
  if (got < 0 && expected >= 0) words.push('negative')
  if (Number.isInteger(got) !== Number.isInteger(expected))
    words.push(Number.isInteger(got) ? 'whole' : 'fraction')
  return [...words, Math.abs(by) > 10 ? 'far off' : 'near']
}

function ofTexts(expected: string, got: string): string[] {
  const words: string[] = []
  if (got.toLowerCase() === expected.toLowerCase()) words.push('capitals')
  else if (got.replace(/\s/g, '') === expected.replace(/\s/g, '')) words.push('blanks')
  else if (got.length !== expected.length) words.push(got.length > expected.length ? 'longer' : 'shorter')
  else words.push('other letters')
  if (got === '') words.push('empty')
  if (expected.startsWith(got)) words.push('end missing')
  else if (expected.endsWith(got)) words.push('beginning missing')
  else if (got.startsWith(expected)) words.push('something at the end')
  return words
}

function ofLists(expected: readonly string[], got: readonly string[]): string[] {
  const words = [
    got.length === expected.length ? 'same length' : got.length > expected.length ? 'longer' : 'shorter',
  ]
  if ([...got].sort().join() === [...expected].sort().join())
    words.push([...expected].reverse().join() === got.join() ? 'reversed' : 'other order')
  else if (got.length === 0) words.push('empty')
  else if (got.every((item, i) => item === expected[i])) words.push('end missing')
  else if (expected.every((item, i) => item === got[i])) words.push('something at the end')
  else if (got.every((item) => expected.includes(item))) words.push('some missing')
  else if (expected.every((item) => got.includes(item))) words.push('some too many')
  else words.push('other values')
  if (new Set(got).size < got.length && new Set(expected).size === expected.length) words.push('repeated')
  if (got.length === expected.length && got.length > 1) {
    const differing = got.filter((item, i) => item !== expected[i]).length
    words.push(differing === 1 ? 'one differs' : differing === got.length ? 'all differ' : 'several differ')
  }
  return words
}
