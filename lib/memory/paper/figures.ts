/**
 * Figures of "Structurally Aligned Subtask-Level Memory for Software Engineering Agents" (arXiv 2602.21611v1), once, each with how
 * sure we are of it. Nothing here is measured by Loupe. The version that could be read has no appendix.
 */

/**
 * text: printed in the paper's own text, table or caption · secondary: another source says so, not checked against the paper ·
 * derived: arithmetic on printed values · unreported: looked for, stated nowhere.
 */
export type Certainty = 'text' | 'secondary' | 'derived' | 'unreported'

/** A number with its certainty; null exactly where it is unreported. */
export type Reported =
  | { value: number; certainty: Exclude<Certainty, 'unreported'>; where: string }
  | { value: null; certainty: 'unreported'; where: string }

const text = (value: number, where: string): Reported => ({ value, certainty: 'text', where })
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
export interface Table1Cell {
  best: number
  mean: number
  sd: number
}
export interface Table1Row {
  backbone: string
  cells: Record<Method, Table1Cell>
  /** As printed, subtask against vanilla: percentage points and percent. */
  printedGainPp: number
  printedGainPercent: number
}

const cell = (best: number, mean: number, sd: number): Table1Cell => ({ best, mean, sd })

export const TABLE_1: readonly Table1Row[] = [
  {
    backbone: 'Gemini 2.5 Flash',
    cells: {
      vanilla: cell(36.8, 36.3, 0.76),
      instance: cell(39.8, 37.8, 2.0),
      subtask: cell(43.2, 41.9, 1.17),
    },
    printedGainPp: 5.6,
    printedGainPercent: 15.4,
  },
  {
    backbone: 'Gemini 2.5 Pro',
    cells: {
      vanilla: cell(54.8, 53.5, 1.21),
      instance: cell(56.0, 55.1, 1.5),
      subtask: cell(61.2, 60.3, 1.29),
    },
    printedGainPp: 6.8,
    printedGainPercent: 12.7,
  },
  {
    backbone: 'Claude 3.7 Sonnet',
    cells: {
      vanilla: cell(52.8, 52.2, 0.72),
      instance: cell(53.6, 51.1, 2.27),
      subtask: cell(57.2, 56.1, 1.33),
    },
    printedGainPp: 3.9,
    printedGainPercent: 7.5,
  },
  {
    backbone: 'Claude 4.0 Sonnet',
    cells: {
      vanilla: cell(64.4, 63.5, 0.81),
      instance: cell(63.8, 63.3, 0.81),
      subtask: cell(66.8, 65.8, 0.92),
    },
    printedGainPp: 2.3,
    printedGainPercent: 3.6,
  },
]

/** The headline of the abstract, percentage points over no memory. */
export const HEADLINE_GAIN_PP = 4.7

/** Tables 2 to 4, Pass@1 percent. */
export const ABLATIONS: readonly { name: string; passPercent: Reported; what: string }[] = [
  { name: 'no memory', passPercent: text(52.2, 'Tables 2–4'), what: 'vanilla' },
  {
    name: 'structure only',
    passPercent: text(53.2, 'Table 2'),
    what: 'the workflow, nothing stored or retrieved',
  },
  {
    name: 'raw steps',
    passPercent: text(53.4, 'Table 4'),
    what: 'the raw trajectory in place of the experience',
  },
  {
    name: 'no category filter',
    passPercent: text(53.8, 'Table 3'),
    what: 'the nearest entry of any category',
  },
  {
    name: 'full method',
    passPercent: text(56.1, 'Tables 2–4'),
    what: 'category filter, then the nearest description',
  },
]

/** Figure 3: solved instances more than without memory, by 100 instances of one Claude 3.7 run. The text gives −1 for 1–200. */
export const BUCKETS: readonly { from: number; to: number; net: Reported }[] = [
  { from: 1, to: 100, net: text(-1, '§4.3: “−1” for 1–200') },
  {
    from: 101,
    to: 200,
    net: {
      value: -1,
      certainty: 'derived',
      where: 'the only reading that gives the runs of Table 1: +20 over the whole stream',
    },
  },
  { from: 201, to: 300, net: text(3, 'Figure 3') },
  { from: 301, to: 400, net: text(9, 'Figure 3') },
  { from: 401, to: 500, net: text(10, 'Figure 3') },
]

/** Figure 4: by the steps that the agent without memory took, Claude 3.7. Shares in percent. */
export const TIERS: readonly {
  name: string
  steps: string
  instances: number
  vanilla: Reported
  subtask: Reported
  gainPp: Reported
}[] = [
  {
    name: 'easy',
    steps: 'at most 18',
    instances: 166,
    vanilla: unreported('Figure 4'),
    subtask: unreported('Figure 4'),
    gainPp: text(1.8, '§4.3'),
  },
  {
    name: 'medium',
    steps: '19 to 28',
    instances: 162,
    vanilla: unreported('Figure 4'),
    subtask: unreported('Figure 4'),
    gainPp: unreported('§4.3'),
  },
  {
    name: 'hard',
    steps: 'above 28',
    instances: 172,
    vanilla: text(35.5, '§4.3'),
    subtask: text(44.2, '§4.3'),
    gainPp: text(8.7, '§4.3'),
  },
]

/** Figure 5: how often stored entries were retrieved. Counts, and percent. */
export const REUSE = {
  retrievedEntries: text(797, 'Figure 5'),
  headEntries: text(100, 'Figure 5'),
  headPercent: text(33.8, 'Figure 5'),
  singleUsePercent: text(50.7, 'Figure 5'),
  storedEntries: unreported('Figure 5'),
  retrievals: unreported('Figure 5'),
} as const

/** What abstraction gained elsewhere, percentage points of Pass@3, four forms of the same memories (arXiv 2604.14004). */
export const ABSTRACTION_LADDER: readonly { form: string; gainPp: Reported }[] = [
  { form: 'trajectory', gainPp: secondary(1.1, 'arXiv 2604.14004') },
  { form: 'workflow', gainPp: secondary(1.5, 'arXiv 2604.14004') },
  { form: 'summary', gainPp: secondary(2.3, 'arXiv 2604.14004') },
  { form: 'insight', gainPp: secondary(3.7, 'arXiv 2604.14004') },
]
