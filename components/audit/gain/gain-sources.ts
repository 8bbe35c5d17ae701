import { EXAMPLES } from '../../../lib/memory/studies/ladder/simulate-run.ts'

/** Where the gain that is shown comes from: a language model whose answers are recorded, the search program that comes with the product, files of one's own, the paper, or runs made up with a known truth. */
export const GAIN_SOURCES = ['recorded', 'measured', 'imported', 'paper', ...EXAMPLES] as const
export type GainSource = (typeof GAIN_SOURCES)[number]
/** On Density and gain also what git says of the sessions of a project. */
export const DENSITY_SOURCES = [...GAIN_SOURCES, 'git'] as const
/** On Cold start also the stored runs of a project, replayed: no outcome, what would have been retrieved. */
export const COLD_SOURCES = [...GAIN_SOURCES, 'replay'] as const
export type ShownSource = (typeof COLD_SOURCES | typeof DENSITY_SOURCES)[number]
