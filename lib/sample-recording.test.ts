import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scanLeaks } from './extract/leak-scan.ts'
import { localNamesOf } from './extract/local-names.ts'
import { readRun } from './extract/model/read-run.ts'
import { segmentEvidence } from './extract/rules/segment.ts'
import { stagesOfSteps } from './extract/rules/stage-of-step.ts'
import { maskSecrets } from './extract/secret-scan.ts'
import { readTrajectories } from './ingest/ingest-file.ts'
import { requestHash } from './llm/complete.ts'
import { readRecording } from './llm/recording.ts'

/* The sample's lessons: a language model's kept answers to the shipped prompt. A changed prompt, cut or mask changes the hashes. */

const folder = join(process.cwd(), 'prisma', 'sample')
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const recording = readRecording(text('recording.jsonl'), 'recording.jsonl')

const runs = (JSON.parse(text('stream.json')) as string[]).map((name) => {
  const file = `${name}.traj.json`
  const [run] = readTrajectories(Buffer.from(text(`episodes/${file}`)), file).trajectories
  if (!run) throw new Error(`${name} is not a run`)
  const { trajectory } = maskSecrets(run)
  const segments = segmentEvidence(stagesOfSteps(trajectory))
  const read = readRun({ trajectory, segments }, (asked) => recording.get(requestHash(asked))?.answer ?? null)
  return { name, trajectory, read }
})
const lessons = runs.flatMap(({ trajectory, read }) =>
  'done' in read ? read.done.lessons.map((lesson) => ({ trajectory, ...lesson })) : [],
)

it('answers every request that the shipped prompt makes of the sample', () => {
  expect(runs.flatMap(({ name, read }) => ('need' in read ? [name] : []))).toEqual([])
  expect(runs.flatMap(({ read }) => ('done' in read ? read.done.refused : []))).toEqual([])
})

/** `stop` and `parse` are names in their runs and plain words in a lesson. */
const isNoWord = (span: string) => !/^[a-z]+$/.test(span)

it('leaves nothing local in a lesson: not by the scanner, and in at most 1 of 100 by what readers called noise', () => {
  const said = lessons.map(({ trajectory, experience }) => ({
    own: localNamesOf(trajectory).own,
    instanceId: trajectory.instanceId,
    words: Object.values(experience).join(' '),
  }))
  expect(said.filter(({ words, own }) => scanLeaks(words, own).length > 0)).toEqual([])
  const noise = new Map(
    text('noise.jsonl')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { instanceId: string; noise: { text: string }[] })
      .map((line) => [line.instanceId, line.noise.map((span) => span.text).filter(isNoWord)]),
  )
  const leaking = said.filter(({ instanceId, words }) =>
    (noise.get(instanceId) ?? []).some((span) => words.includes(span)),
  )
  expect(leaking.length / said.length).toBeLessThanOrEqual(0.01)
})

it('has the figures that docs/lessons.md shows', () => {
  const shown = readFileSync('docs/lessons.md', 'utf8')
  const of = (isIt: (lesson: (typeof lessons)[number]) => boolean) => lessons.filter(isIt).length
  const none = runs.filter(({ read }) => 'done' in read && read.done.lessons.length === 0).length
  for (const line of [
    `| runs read | ${runs.length} |`,
    `| lessons | ${lessons.length} |`,
    `| worth 3, 2, 1 | ${[3, 2, 1].map((worth) => of((lesson) => lesson.worth === worth)).join(', ')} |`,
    `| what they advise was run and seen to work | ${of(({ cure }) => cure === 'run-and-seen')} |`,
    `| mistakes to avoid | ${of(({ experience }) => experience.kind === 'avoid')} |`,
    `| runs without a lesson | ${none} |`,
    `| answers in the recording | ${recording.size} |`,
  ])
    expect(shown).toContain(line)
})
