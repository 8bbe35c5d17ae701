import { describe, expect, it } from 'vitest'
import type { SubtaskView } from '@/lib/memory/views/episodes.ts'
import { prepareLanes, stepTicks } from './prepare-lanes.ts'

const subtask = (
  id: string,
  category: SubtaskView['category'],
  fromStep: number,
  toStep: number,
  titles: string[] = [],
): SubtaskView => ({
  id,
  category,
  fromStep,
  toStep,
  objective: `objective of ${id}`,
  keywords: [],
  descriptionAtStart: { objective: 'x', keywords: [] },
  judged: 'correct',
  labelSource: 'rules',
  skippedBecause: null,
  entries: titles.map((title, index) => ({ id: `m_${id}${index}`, title, lifecycle: 'approved' as const })),
})
const episode = {
  stepCount: 20,
  subtasks: [
    subtask('a', 'ANALYZE', 1, 5, ['one lesson']),
    subtask('e', 'EDIT', 6, 8),
    subtask('v', 'VERIFY', 9, 10),
    subtask('r', 'REPRODUCE', 11, 20, ['another', 'third']),
  ],
  labels: [
    {
      source: 'rules',
      by: 'rules-v1',
      blind: false,
      spans: [
        { fromStep: 1, toStep: 5, category: 'ANALYZE' as const },
        { fromStep: 6, toStep: 20, category: 'EDIT' as const },
      ],
    },
    {
      source: 'person',
      by: 'Mara',
      blind: true,
      spans: [{ fromStep: 4, toStep: 7, category: 'EDIT' as const }],
    },
  ],
  returns: [{ from: 'v', to: 'r' }],
}

describe('the lanes', () => {
  it('puts blocks side by side on one scale, without overlap', () => {
    const { blocks } = prepareLanes(episode, 1096)
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1]
      if (next !== undefined) expect(block.x + block.width).toBeLessThanOrEqual(next.x)
    }
    expect((blocks.at(-1)?.x ?? 0) + (blocks.at(-1)?.width ?? 0)).toBeLessThanOrEqual(1096)
  })

  it('has a fifth lane only when steps are OTHER', () => {
    expect(prepareLanes(episode, 1096).lanes).toHaveLength(4)
    expect(
      prepareLanes({ ...episode, subtasks: [subtask('o', 'OTHER', 1, 20)], returns: [] }, 1096).lanes,
    ).toHaveLength(5)
  })

  it('says in words where a failed check sent it', () => {
    expect(prepareLanes(episode, 1096).returns[0]).toMatchObject({
      words: 'failed, back',
      sentence: 'Failed check in steps 9 to 10, back to REPRODUCE at step 11',
    })
  })

  it('hangs every entry under its block and never two on the same spot', () => {
    const { entries } = prepareLanes(episode, 390)
    expect(entries.map((entry) => entry.id)).toEqual(['m_a0', 'm_r0', 'm_r1'])
    expect((entries[2]?.x ?? 0) - (entries[1]?.x ?? 0)).toBeGreaterThanOrEqual(13)
  })

  it('boxes the steps on which a second source differs', () => {
    const person = prepareLanes(episode, 1096).labelRows.find((row) => row.name === 'person')
    expect(person?.cells.map((cell) => [cell.fromStep, cell.toStep, cell.category, cell.disagrees])).toEqual([
      [1, 3, null, false],
      [4, 5, 'EDIT', true],
      [6, 7, 'EDIT', false],
      [8, 20, null, false],
    ])
    expect(person?.note).toBe('Mara, blind, agrees on 2 of 4')
  })

  it('says of a source that nobody asked that it was not asked', () => {
    const model = prepareLanes(episode, 1096).labelRows.find((row) => row.name === 'model')
    expect(model).toMatchObject({ wasAsked: false, note: 'not asked' })
  })

  it('numbers the first and the last step and does not crowd them', () => {
    expect(stepTicks(31, 30)).toEqual([1, 5, 10, 15, 20, 25, 31])
    expect(stepTicks(1, 900)).toEqual([1])
  })
})
