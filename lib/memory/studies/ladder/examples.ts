import { simulateRun } from './simulate-run.ts'
import type { WorkbenchRun } from './workbench-file.ts'

/** What can be looked at in place of a measurement: made-up runs whose truth is known. */
export const EXAMPLES = ['no-effect', 'helps-later', 'hurts'] as const
export type Example = (typeof EXAMPLES)[number]

const GAINS: Record<Example, (size: number, misprediction: number) => number> = {
  'no-effect': () => 0,
  'helps-later': (size, wrong) => (size === 0 ? 0 : size < 20 ? -0.08 : 0.14 - 0.25 * wrong),
  hurts: (size) => (size === 0 ? 0 : -0.1),
}

/** Ladder, stream and misprediction of one example, the same each time. */
export function exampleRuns(example: Example): WorkbenchRun[] {
  const gainAt = GAINS[example]
  const common = { seed: 7, gainAt, clusters: 40 }
  const sizes = [0, 5, 10, 20, 40, 80]
  return [
    simulateRun({ ...common, design: 'ladder', sizes }),
    simulateRun({ ...common, design: 'stream', sizes: [0, 20, 40, 60, 80, 100, 120, 140], draws: 3 }),
    simulateRun({
      ...common,
      design: 'misprediction',
      sizes: [80],
      mispredictions: [0, 0.1, 0.25, 0.5, 0.75, 1],
    }),
  ]
}
