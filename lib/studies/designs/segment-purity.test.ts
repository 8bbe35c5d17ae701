import { expect, it } from 'vitest'
import type { Step } from '../../memory/trajectory.ts'
import { segmentPurities } from './segment-purity.ts'

const step = (n: number, command: string): Step => ({
  n,
  thought: null,
  actions: [{ tool: 'bash', text: command, callId: null }],
  observations: [{ text: 'ok', exitCode: 0, callId: null, truncated: false }],
  at: null,
  costUsd: null,
})

it('is the share of steps of the most common label, over the subtask’s own steps; unknown without any', async () => {
  const steps = [
    step(1, 'grep -rn cursor src'),
    step(2, 'cat src/page.py'),
    step(3, "sed -i 's/>=/>/' src/page.py"),
    step(4, 'cat src/page.py'),
  ]
  const reads: string[] = []
  const purities = await segmentPurities(
    [
      { episodeId: 'a', fromStep: 1, toStep: 2 },
      { episodeId: 'a', fromStep: 1, toStep: 3 },
      { episodeId: 'a', fromStep: 7, toStep: 9 },
      { episodeId: 'b', fromStep: 1, toStep: 4 },
    ],
    async (id) => {
      reads.push(id)
      return id === 'a' ? steps : []
    },
  )
  expect(purities[0]).toBe(1)
  expect(purities[1]).toBeCloseTo(2 / 3, 12)
  expect(purities.slice(2)).toEqual([null, null])
  expect(reads).toEqual(['a', 'b'])
})
