import { describe, expect, it } from 'vitest'
import type { Stage } from '@/lib/memory/category.ts'
import type { SubtaskView } from '@/lib/memory/views/episodes.ts'
import { prepareEpisodeVerdict } from './prepare-episode-verdict.ts'

const BUG = { taskTitle: 'Ordering is lost', taskText: 'The order of the rows is wrong.' }

const subtasks = (...order: Stage[]): SubtaskView[] =>
  order.map((category, index) => ({
    id: `s${index}`,
    category,
    fromStep: index + 1,
    toStep: index + 1,
    objective: '',
    keywords: [],
    descriptionAtStart: { objective: 'x', keywords: [] },
    judged: 'undetermined',
    labelSource: 'rules',
    skippedBecause: null,
    entries: [],
  }))

describe('the verdict on an episode', () => {
  it('tells a premature edit, the way back and the lessons', () => {
    const verdict = prepareEpisodeVerdict({
      ...BUG,
      outcome: 'resolved',
      stepCount: 31,
      entryCount: 4,
      subtasks: subtasks('ANALYZE', 'EDIT', 'VERIFY', 'REPRODUCE', 'EDIT', 'VERIFY'),
      returns: [{ from: 's2', to: 's3' }],
    })
    expect(verdict).toBe(
      'Resolved in 31 steps. It edited before it reproduced the fault. It went back once and left four entries.',
    )
  })

  it('tells an unchecked hand-in', () => {
    const verdict = prepareEpisodeVerdict({
      ...BUG,
      outcome: 'unresolved',
      stepCount: 9,
      entryCount: 1,
      subtasks: subtasks('ANALYZE', 'REPRODUCE', 'EDIT'),
      returns: [],
    })
    expect(verdict).toBe(
      'Not resolved in 9 steps. It tried to reproduce the fault, but no run shows it. It has no VERIFY after its last EDIT and left one entry.',
    )
  })

  it('calls the fault reproduced only where a run showed it', () => {
    const [analyze, reproduce, edit, verify] = subtasks('ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY')
    if (!analyze || !reproduce || !edit || !verify) throw new Error('four subtasks')
    const verdict = (judged: 'correct' | 'incorrect') =>
      prepareEpisodeVerdict({
        ...BUG,
        outcome: 'resolved',
        stepCount: 9,
        entryCount: 1,
        subtasks: [analyze, { ...reproduce, judged }, edit, verify],
        returns: [],
      })
    expect(verdict('correct')).toContain('It reproduced the fault before it edited')
    expect(verdict('incorrect')).toContain('It tried to reproduce the fault and failed, then edited')
  })

  it('does not guess an outcome nobody reported', () => {
    const verdict = prepareEpisodeVerdict({
      ...BUG,
      outcome: null,
      stepCount: 12,
      entryCount: 0,
      subtasks: subtasks('ANALYZE'),
      returns: [],
    })
    expect(verdict).toBe(
      '12 steps, and nobody said whether the tests passed. It has no EDIT subtask. It left no entry.',
    )
  })

  it('says when segmentation has not run', () => {
    expect(
      prepareEpisodeVerdict({
        ...BUG,
        outcome: null,
        stepCount: 1,
        entryCount: 0,
        subtasks: [],
        returns: [],
      }),
    ).toContain('not been cut into subtasks yet')
  })

  it('blames no run for a fault that was not its task', () => {
    const verdict = prepareEpisodeVerdict({
      taskTitle: 'Write a plug-in that exports to CSV',
      taskText: 'Create the command and its options.',
      outcome: null,
      stepCount: 12,
      entryCount: 1,
      subtasks: subtasks('ANALYZE', 'EDIT', 'VERIFY'),
      returns: [],
    })
    expect(verdict).toBe('12 steps, and nobody said whether the tests passed. It left one entry.')
  })
})
