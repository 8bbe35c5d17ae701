import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordedPage } from '@/components/audit/gain/recorded-page.ts'
import { temporaryFolder } from '@/lib/db/fixtures/test-store.ts'
import { findRecordedTurns, listExperiments, readExperiment } from '@/lib/studies/designs/experiment.ts'

/** A recording of two tasks: memory kept a lesson of the first and gave it in the second. */
function recordingIn(rootPath: string, arms = ['vanilla', 'subtask'], name = 'mini'): string {
  const folder = join(rootPath, 'prisma/experiment', name)
  mkdirSync(folder, { recursive: true })
  const plan = {
    ...{
      tasksSha256: '0',
      arms,
      tasks: ['t-0', 't-1'],
      seeds: 1,
      block: 1,
      steps: 12,
      with: 'handover',
      model: 'm',
    },
    primary: arms.includes('subtask') ? { arm: 'subtask', base: 'vanilla' } : null,
  }
  writeFileSync(
    join(folder, 'plan.json'),
    JSON.stringify({ plan, frozenAt: '2026-11-27T22:00:00.000Z', sha256: 'ab' }),
  )
  const results = arms.flatMap((arm) =>
    [0, 1].map((position) => ({
      episode: {
        name: `${arm}-s1-00${position + 1}-t-${position}`,
        arm,
        seed: 1,
        position,
        task: `t-${position}`,
      },
      ...{ group: null, resolved: arm === 'subtask' && position === 1, reason: 'refused', steps: 2 },
      memory:
        arm === 'subtask' && position === 1 ? [{ step: 2, category: 'EDIT', entries: ['lesson-1'] }] : [],
      lessons:
        arm === 'subtask'
          ? [{ name: `lesson-${position + 1}`, category: 'EDIT', title: 'Keep the rest' }]
          : null,
    })),
  )
  const given = { text: '<memory id="lesson-1">Keep the rest.</memory>' }
  const messages = [
    { role: 'system', content: 's' },
    { role: 'user', content: 'the task' },
    { role: 'assistant', content: 'I edit.' },
    { role: 'user', content: 'done', extra: { memory: { given } } },
  ]
  const lines = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  writeFileSync(join(folder, 'results.jsonl'), lines(results))
  writeFileSync(join(folder, 'runs.jsonl'), lines(results.map(() => ({ messages }))))
  return folder
}

it('a recorded experiment is drawn with its source, pairs and plan, and says at most 25 words', () => {
  const root = temporaryFolder()
  expect(listExperiments(root)).toEqual([])
  const folder = recordingIn(root)
  expect(listExperiments(root)).toEqual([folder])
  const page = recordedPage(readExperiment([folder]), null)
  expect(page.sources).toEqual(['recorded'])
  expect(page.verdict).toMatch(
    /^Loupe’s own 2 tasks: cannot tell, subtask memory \+50\.0 pp over no memory\.$/,
  )
  expect(page.basis.join(' ')).toContain('2 pairs of episodes')
  expect(page.sections.map(({ id }) => id)).toEqual(['density', 'arms', 'plan', 'episodes'])
  const [figure] = page.sections[0]?.parts ?? []
  const points =
    figure?.kind === 'figure' && figure.figure.kind === 'curves' ? figure.figure.series[0]?.points : []
  expect(points?.map(({ y }) => y)).toEqual([0, 100, null, null, null, null, null, null])
})

it('every episode can be read turn by turn, with the lesson where it was placed', () => {
  const folder = recordingIn(temporaryFolder())
  const name = 'subtask-s1-002-t-1'
  const turns = findRecordedTurns([folder], name)
  expect(turns).toMatchObject([
    { n: 0, shown: 'the task' },
    { n: 1, said: 'I edit.', given: expect.stringContaining('Keep the rest') },
  ])
  expect(findRecordedTurns([folder], 'nobody')).toBeNull()
  const page = recordedPage(readExperiment([folder]), { name, turns: turns ?? [] })
  expect(page.sections[0]).toMatchObject({ id: 'episode', title: name, note: 'resolved: refused' })
})

it('an arm that was recorded later on the same tasks stands beside the others, and its episodes are read', () => {
  const root = temporaryFolder()
  recordingIn(root)
  recordingIn(root, ['structure-only'], 'mini-structure')
  const folders = listExperiments(root)
  const page = recordedPage(readExperiment(folders), null)
  const parts = page.sections.find(({ id }) => id === 'arms')?.parts ?? []
  const [table] = parts
  expect(table?.kind === 'table' && table.table.map(([arm]) => arm)).toEqual([
    ...['arm', 'no memory', 'subtask memory', 'structure-only'],
  ])
  expect(JSON.stringify(parts)).toContain('subtask memory less structure-only: +50.0 pp')
  expect(findRecordedTurns(folders, 'structure-only-s1-001-t-0')).not.toBeNull()
})
