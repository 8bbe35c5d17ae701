import { remembered } from '../../memory/remembered.ts'

/** Kinds of input a test can give, by what stands in its text; a lesson of REPRODUCE or VERIFY names them. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['empty-input', /\[\]|''|\{\}/],
  ['zero-input', /(?<![\w.])0(?![\w.:])/],
  ['negative-input', /(?<![\w)\]] ?)-\d/],
  ['missing-input', /\bnull\b|\bundefined\b/],
  ['single-item', /\[(?:\{[^[\]{}]*\}|[^[\]{},]+)\]/],
  ['several-items', /\[[^[\]]*,[^[\]]*,[^[\]]*\]/],
  ['equal-values', /\b(\d+), \1\b|'(\w+)'[^;]*'\2'/],
  ['long-run', /\d{3}/],
  ['blank-padding', /' |\w {2}\w| '/],
  ['capital-letters', /'[^']*[A-Z]/],
  ['repeated-call', /;.*;/],
  [
    'own-argument',
    /; (?:list|rows|slots|coins|values|tasks|given|record|r|d|lock\.held|before)(?:\.length)?$/,
  ],
  ['asynchronous', /\bawait\b/],
]

/** Every kind of input there is a name for. */
export const INPUT_KINDS: readonly string[] = [...KINDS.map(([name]) => name), 'plain-input']

/** The kinds of input a test's text shows; `plain-input` when none stands out. */
export function inputKindsOf(code: string): readonly string[] {
  return remembered(known, code, () => readKinds(code))
}

/** The worlds hold some hundred tests, each asked about at every step. */
const known = new Map<string, readonly string[]>()

function readKinds(code: string): string[] {
  const found = KINDS.filter(([, pattern]) => pattern.test(code)).map(([name]) => name)
  return found.length === 0 ? ['plain-input'] : found
}
