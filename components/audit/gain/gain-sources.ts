import { EXAMPLES } from '../../../lib/memory/gain/examples.ts'

/** Where the gain that is shown comes from: runs that came with the product, the paper, or made up with a known truth. */
export const GAIN_SOURCES = ['measured', 'paper', ...EXAMPLES] as const
export type GainSource = (typeof GAIN_SOURCES)[number]
