import { EXAMPLES } from '../../../lib/memory/studies/ladder/simulate-run.ts'

/** Where the gain that is shown comes from: a language model whose answers are recorded, the search program that comes with the product, files of one's own, the paper, or runs made up with a known truth. */
export const GAIN_SOURCES = ['recorded', 'measured', 'imported', 'paper', ...EXAMPLES] as const
export type GainSource = (typeof GAIN_SOURCES)[number]
/** On Cold start also the stored runs of a project, replayed: no outcome, what would have been retrieved. */
export const COLD_SOURCES = [...GAIN_SOURCES, 'replay'] as const
export type ColdSource = (typeof COLD_SOURCES)[number]
