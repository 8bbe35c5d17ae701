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

/** Figure 6: the commonest kind of content in each category, of 200 sampled entries, as another model saw it. */
export const CONTENT_KINDS: readonly { category: string; kind: string; percent: Reported }[] = [
  { category: 'ANALYZE', kind: 'diagnostics', percent: text(62, 'Figure 6') },
  { category: 'REPRODUCE', kind: 'diagnostics', percent: text(60, 'Figure 6, “about 60”') },
  { category: 'EDIT', kind: 'implementation', percent: text(62, 'Figure 6') },
  { category: 'VERIFY', kind: 'strategy', percent: text(64, 'Figure 6') },
]

/** Everything that was looked for and is stated nowhere. */
export const UNREPORTED: readonly { what: string; why: string }[] = [
  { what: 'discordant pairs', why: 'without them no paired test of any gain is possible' },
  {
    what: 'accuracy of the category',
    why: 'the hard filter makes one wrong category block every relevant entry',
  },
  { what: 'store size over time, by category', why: 'gain against density cannot be drawn' },
  {
    what: 'medium tier; levels of easy and medium',
    why: 'only the difference of easy and both ends of hard are given',
  },
  {
    what: 'runs behind each ablation',
    why: 'its values are multiples of 0.2 %, so one run each is possible',
  },
  {
    what: 'embedding model, its dimension, how a description becomes its text',
    why: 'retrieval cannot be repeated',
  },
  { what: 'similarity floor; what happens when a pool is empty', why: 'the cold start depends on it' },
  { what: 'prompts of transition and extraction', why: 'the experience cannot be written again' },
  {
    what: 'where the experience stands among the messages, and whether it is taken out again',
    why: 'decides what it costs',
  },
  { what: 'tokens, time and money', why: 'the budget is equal in steps, not in tokens' },
  {
    what: 'share of entries from failed subtasks; how often the judge is right',
    why: 'wrong lessons look like right ones',
  },
  {
    what: 'share of retrievals from the same task and the same repository',
    why: 'help from one’s own task is not transfer',
  },
  { what: 'a frozen store on held-out tasks', why: 'an online score mixes learning with answering' },
]

/** Others that found nothing or worse, each as another source tells it. */
export const NEGATIVE_RESULTS: readonly { name: string; source: string; finding: string }[] = [
  {
    name: 'CTIM-Rover',
    source: 'arXiv 2505.23422',
    finding: 'no configuration with memory beats the agent without it',
  },
  {
    name: 'SWE-Bench-CL',
    source: 'arXiv 2507.00014',
    finding: 'below 8.5 % with memory and without, no better with it',
  },
  {
    name: 'VibeMemBench',
    source: 'arXiv 2609.23570',
    finding: '11 of 12 pairings of memory system and solver at or below memory off',
  },
  {
    name: 'SWE-ContextBench',
    source: 'arXiv 2602.08316',
    finding: 'experience that is retrieved freely helps little or harms',
  },
  {
    name: 'DreamBench-SWE',
    source: 'arXiv 2608.20664',
    finding: '21 of 180 with external memory, 82 with the plain log of events',
  },
  {
    name: 'MemGovern',
    source: 'arXiv 2601.06789',
    finding: '+4.65 % published; what was released grades to +1 of 98 pairs',
  },
  {
    name: 'equal budgets on WebArena',
    source: 'arXiv 2606.15017',
    finding: 'without memory and with as many tokens, as good as three memory systems',
  },
]

/** The baseline's own paper beside its reproduction here: Pass@1 percent without and with instance memory. */
export const BASELINE_PARITY: readonly {
  backbone: string
  own: readonly [Reported, Reported]
  reproduced: readonly [Reported, Reported]
}[] = [
  {
    backbone: 'Gemini 2.5 Flash',
    own: [secondary(34.2, 'arXiv 2509.25140'), secondary(38.8, 'arXiv 2509.25140')],
    reproduced: [text(36.3, 'Table 1'), text(37.8, 'Table 1')],
  },
  {
    backbone: 'Gemini 2.5 Pro',
    own: [secondary(54.0, 'arXiv 2509.25140'), secondary(57.4, 'arXiv 2509.25140')],
    reproduced: [text(53.5, 'Table 1'), text(55.1, 'Table 1')],
  },
]

/** What abstraction gained elsewhere, percentage points of Pass@3, four forms of the same memories (arXiv 2604.14004). */
export const ABSTRACTION_LADDER: readonly { form: string; gainPp: Reported }[] = [
  { form: 'trajectory', gainPp: secondary(1.1, 'arXiv 2604.14004') },
  { form: 'workflow', gainPp: secondary(1.5, 'arXiv 2604.14004') },
  { form: 'summary', gainPp: secondary(2.3, 'arXiv 2604.14004') },
  { form: 'insight', gainPp: secondary(3.7, 'arXiv 2604.14004') },
]
