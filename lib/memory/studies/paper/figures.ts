/**
 * Figures of "Structurally Aligned Subtask-Level Memory for Software Engineering Agents" (arXiv 2602.21611v1), once, each with how
 * sure we are of it. Nothing here is measured by Loupe. The version that could be read has no appendix.
 */

/**
 * text: printed in the paper's own text, table or caption · secondary: another source says so, not checked against the paper ·
 * derived: arithmetic on printed values, held by the tests beside this file · unreported: looked for, stated nowhere.
 */
export type Certainty = 'text' | 'secondary' | 'derived' | 'unreported'

/** A number with its certainty; null exactly where it is unreported. */
type Reported =
  | { value: number; certainty: Exclude<Certainty, 'unreported'>; where: string }
  | { value: null; certainty: 'unreported'; where: string }

const text = (value: number, where: string): Reported => ({ value, certainty: 'text', where })
const derived = (value: number, where: string): Reported => ({ value, certainty: 'derived', where })
const secondary = (value: number, where: string): Reported => ({ value, certainty: 'secondary', where })
const unreported = (where: string): Reported => ({ value: null, certainty: 'unreported', where })

export const PAPER = {
  id: 'arXiv 2602.21611v1',
  instances: 500,
  runs: 3,
  benchmark: 'SWE-bench Verified',
} as const

/** Its ablations and analyses: one backbone, experience written by that model. Stands beside each of their figures. */
export const ABLATION_SCOPE = 'Claude 3.7 Sonnet only, experience written by the model'

export const METHODS = ['vanilla', 'instance', 'subtask'] as const
export type Method = (typeof METHODS)[number]
export const METHOD_NAMES: Record<Method, string> = {
  vanilla: 'no memory',
  instance: 'instance memory',
  subtask: 'subtask memory',
}

/** A cell of Table 1, percent of 500: mean and sample sd over three runs, and the best of them. */
interface Table1Cell {
  best: number
  mean: number
  sd: number
  /** Derived: every triple of solved counts that gives the printed cell, best first; the only one but for a single cell. */
  runs: number[][]
}
interface Table1Row {
  backbone: string
  cells: Record<Method, Table1Cell>
  /** As printed, subtask against vanilla: percentage points and percent. */
  printedGainPp: number
  printedGainPercent: number
  /** Derived: Welch over the runs; where a cell has two triples, the larger p. */
  p: { overVanilla: number; overInstance: number; instanceOverVanilla: number }
}

const cell = (best: number, mean: number, sd: number, ...runs: number[][]): Table1Cell => ({
  ...{ best, mean, sd, runs },
})

export const TABLE_1: readonly Table1Row[] = [
  {
    backbone: 'Gemini 2.5 Flash',
    cells: {
      vanilla: cell(36.8, 36.3, 0.76, [184, 183, 177]),
      instance: cell(39.8, 37.8, 2.0, [199, 189, 179]),
      subtask: cell(43.2, 41.9, 1.17, [216, 207, 205]),
    },
    printedGainPp: 5.6,
    printedGainPercent: 15.4,
    p: { overVanilla: 0.0039, overInstance: 0.0508, instanceOverVanilla: 0.3159 },
  },
  {
    backbone: 'Gemini 2.5 Pro',
    cells: {
      vanilla: cell(54.8, 53.5, 1.21, [274, 267, 262]),
      instance: cell(56.0, 55.1, 1.5, [280, 280, 267]),
      subtask: cell(61.2, 60.3, 1.29, [306, 304, 294]),
    },
    printedGainPp: 6.8,
    printedGainPercent: 12.7,
    p: { overVanilla: 0.0027, overInstance: 0.0114, instanceOverVanilla: 0.2266 },
  },
  {
    backbone: 'Claude 3.7 Sonnet',
    cells: {
      vanilla: cell(52.8, 52.2, 0.72, [264, 262, 257]),
      instance: cell(53.6, 51.1, 2.27, [268, 252, 246]),
      subtask: cell(57.2, 56.1, 1.33, [286, 282, 273]),
    },
    printedGainPp: 3.9,
    printedGainPercent: 7.5,
    p: { overVanilla: 0.0203, overInstance: 0.0416, instanceOverVanilla: 0.4845 },
  },
  {
    backbone: 'Claude 4.0 Sonnet',
    cells: {
      vanilla: cell(64.4, 63.5, 0.81, [322, 317, 314], [322, 315, 315]),
      instance: cell(63.8, 63.3, 0.81, [319, 319, 312]),
      subtask: cell(66.8, 65.8, 0.92, [334, 328, 325]),
    },
    printedGainPp: 2.3,
    printedGainPercent: 3.6,
    p: { overVanilla: 0.0332, overInstance: 0.0256, instanceOverVanilla: 0.8498 },
  },
]

/** The headline of the abstract, percentage points over no memory. */
export const HEADLINE_GAIN_PP = 4.7
/** Derived: the mean of the four backbones against instance memory, from printed means. */
export const GAIN_OVER_INSTANCE_PP = 4.2

/** Tables 2 to 4, Pass@1 percent. */
export const ABLATIONS: readonly { name: string; passPercent: Reported }[] = [
  { name: 'no memory', passPercent: text(52.2, 'Tables 2–4') },
  { name: 'structure only', passPercent: text(53.2, 'Table 2') },
  { name: 'raw steps', passPercent: text(53.4, 'Table 4') },
  { name: 'no category filter', passPercent: text(53.8, 'Table 3') },
  { name: 'full method', passPercent: text(56.1, 'Tables 2–4') },
]

/** Figure 3: solved instances more than without memory, by 100 instances of one Claude 3.7 run. The text gives −1 for 1–200. */
export const BUCKETS: readonly { from: number; to: number; net: Reported }[] = [
  { from: 1, to: 100, net: text(-1, '§4.3: “−1” for 1–200') },
  {
    from: 101,
    to: 200,
    net: derived(-1, 'the only reading that gives the runs of Table 1: +20 over the whole stream'),
  },
  { from: 201, to: 300, net: text(3, 'Figure 3') },
  { from: 301, to: 400, net: text(9, 'Figure 3') },
  { from: 401, to: 500, net: text(10, 'Figure 3') },
]

/**
 * Derived: Figure 3 if memory did nothing and 70 instances had changed their outcome, 14 in each bucket. The number is not reported; 70
 * is our assumption.
 */
export const NO_EFFECT = {
  discordant: 70,
  /** Half width after each bucket, instances: 95 % of whole curves stay inside. */
  reach: [8.944271909565588, 12.649110640060355, 15.4919333840787, 17.888543819131176, 19.999999999030507],
  /** Chance that some bucket ends at -2 or lower. */
  dipChance: 0.6827,
  /** Exact McNemar of +20 over the whole stream. */
  p: 0.0225,
} as const

/** Figure 4: by the steps that the agent without memory took, Claude 3.7. Shares in percent. */
export const TIERS: readonly {
  name: string
  steps: string
  instances: number
  vanilla: Reported
  subtask: Reported
  gainPp: Reported
  /** Solved instances gained, whole. */
  gained: Reported
}[] = [
  {
    name: 'easy',
    steps: 'at most 18',
    instances: 166,
    vanilla: unreported('Figure 4'),
    subtask: unreported('Figure 4'),
    gainPp: text(1.8, '§4.3'),
    gained: derived(3, 'the only whole count that fits'),
  },
  {
    name: 'medium',
    steps: '19 to 28',
    instances: 162,
    vanilla: unreported('Figure 4'),
    subtask: unreported('Figure 4'),
    gainPp: derived(1.2, 'what easy and hard leave of +20'),
    gained: derived(2, 'what easy and hard leave of +20'),
  },
  {
    name: 'hard',
    steps: 'above 28',
    instances: 172,
    vanilla: text(35.5, '§4.3'),
    subtask: text(44.2, '§4.3'),
    gainPp: text(8.7, '§4.3'),
    gained: derived(15, 'the only whole counts that fit'),
  },
]

/** Figure 5: how often stored entries were retrieved. Counts, and percent. */
export const REUSE = {
  retrievedEntries: text(797, 'Figure 5'),
  headEntries: text(100, 'Figure 5'),
  headPercent: text(33.8, 'Figure 5'),
  singleUsePercent: text(50.7, 'Figure 5'),
  storedEntries: unreported('Figure 5'),
  /** At least: single uses, two for each of the middle, and the head's share on top. */
  retrievals: derived(1495, 'the fewest that the printed shares allow'),
} as const

/** What abstraction gained elsewhere, percentage points of Pass@3, four forms of the same memories (arXiv 2604.14004). */
export const ABSTRACTION_LADDER: readonly { form: string; gainPp: Reported }[] = [
  { form: 'trajectory', gainPp: secondary(1.1, 'arXiv 2604.14004') },
  { form: 'workflow', gainPp: secondary(1.5, 'arXiv 2604.14004') },
  { form: 'summary', gainPp: secondary(2.3, 'arXiv 2604.14004') },
  { form: 'insight', gainPp: secondary(3.7, 'arXiv 2604.14004') },
]
