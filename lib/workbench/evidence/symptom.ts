/**
 * What is wrong, as somebody would say who sees only what was expected and what came out (both as `show` writes them).
 * Goes on after a subject: "the number of pages ‹is one too high›".
 */
export function symptomOf(expected: string, got: string): string {
  if (got === 'throws EndlessLoop') return 'does not come to an end'
  if (got.startsWith('throws ')) return `fails with a ${got.slice(7)}`
  if (got.includes('Promise')) return 'holds a promise instead of a value'
  if (expected === 'null') return 'is there although there should be nothing'
  if (got === 'null' || got === 'undefined') return `is ${got} although there is a value`
  if (got.includes('NaN')) return 'is not a number'
  if (isFlag(expected))
    return expected === 'true' ? 'is no where it should be yes' : 'is yes where it should be no'
  if (isNumber(expected) && isNumber(got)) return ofNumbers(Number(expected), Number(got))
  if (expected.startsWith('"')) return ofTexts(expected, got)
  if (expected.startsWith('[') && got.startsWith('[')) return ofLists(partsOf(expected), partsOf(got))
  if (expected.startsWith('{') && got.startsWith('{')) return 'has a wrong field'
  return 'comes out wrong'
}

const isFlag = (text: string) => text === 'true' || text === 'false'
export const isNumber = (text: string) => /^-?\d/.test(text)

function ofNumbers(expected: number, got: number): string {
  if (got === -expected) return 'has the wrong sign'
  const by = Math.abs(got - expected) === 1 ? 'one ' : ''
  return `is ${by}too ${got > expected ? 'high' : 'low'}`
}

function ofTexts(expected: string, got: string): string {
  if (got.toLowerCase() === expected.toLowerCase()) return 'has capital letters wrong'
  if (got.replace(/\s/g, '') === expected.replace(/\s/g, '')) return 'has blanks wrong'
  if (got.length === expected.length) return 'has wrong characters'
  return `is too ${got.length > expected.length ? 'long' : 'short'}`
}

function ofLists(expected: readonly string[], got: readonly string[]): string {
  const more = got.length - expected.length
  if (more < 0) return more === -1 ? 'lacks an item' : 'lacks several items'
  if (more > 0) return more === 1 ? 'has an item too many' : 'has several items too many'
  if ([...got].sort().join() === [...expected].sort().join()) return 'comes in the wrong order'
  return 'has a wrong value in it'
}

/** The items of a shown list. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 1
  for (let i = 1; i < text.length; i++) {
    if ('[{'.includes(text[i] ?? '')) depth++
    const ends = depth === 0 && (text[i] === ',' || i === text.length - 1)
    if (ends && text.slice(from, i).trim() !== '') parts.push(text.slice(from, i).trim())
    if (ends) from = i + 1
    if (']}'.includes(text[i] ?? '')) depth--
  }
  return parts
}
