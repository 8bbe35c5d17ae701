import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toAtif } from '../curate/transfer/atif.ts'
import { readTrajectories } from '../ingest/ingest-file.ts'
import { readTask } from '../ingest/task-text.ts'
import type { Step, Trajectory } from '../memory/trajectory.ts'

const text = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', ' ', '\n', '"', '\\', '<', '{', '•'),
  maxLength: 12,
})
const said = text.filter((one) => one.trim() !== '')
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one)
const instant = fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:06.500Z')
const callId = fc.constantFrom('a', 'b', 'call_1_1')

const step: fc.Arbitrary<Step> = fc.record({
  n: fc.constant(0),
  thought: maybe(said),
  actions: fc.array(fc.record({ tool: maybe(said), text, callId: maybe(callId) }), { maxLength: 3 }),
  observations: fc.array(
    fc.record({
      text,
      exitCode: maybe(fc.integer({ min: -1, max: 255 })),
      callId: maybe(callId),
      truncated: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  at: maybe(instant),
  costUsd: maybe(fc.double({ min: 0.001, max: 9, noNaN: true })),
})

const run: fc.Arbitrary<Trajectory> = fc.record({
  format: fc.constant('swe-agent-traj'),
  instanceId: said.map((one) => one.trim()),
  repo: maybe(said),
  task: fc.tuple(said, said).map(([raw, known]) => readTask(raw, { known })),
  agent: fc.record({ name: said, version: maybe(said) }),
  backbone: maybe(said),
  outcome: fc.constantFrom('resolved', 'unresolved', null),
  outcomeSource: maybe(said),
  exitStatus: maybe(said),
  submission: maybe(text),
  costUsd: maybe(fc.double({ min: 0.001, max: 9, noNaN: true })),
  startedAt: maybe(instant),
  steps: fc
    .array(step, { minLength: 1, maxLength: 4 })
    .map((steps) => steps.map((one, i) => ({ ...one, n: i + 1 }))),
  warnings: fc.constant([]),
})

it('gives any run out as ATIF and takes the same run back: every step, place and unknown', () => {
  fc.assert(
    fc.property(run, (trajectory) => {
      const source = { contentHash: '0'.repeat(64), fileName: 'run.traj' }
      const file = JSON.stringify(toAtif({ trajectory, source, subtasks: [], entries: [] }))
      const read = readTrajectories(Buffer.from(file), 'run.json')
      expect(read.trajectories).toEqual([{ ...trajectory, format: 'atif' }])
      expect(read.ownHashes).toEqual([source.contentHash])
    }),
    { numRuns: 300, seed: 13 },
  )
})
