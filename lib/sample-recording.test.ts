import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scanLeaks } from './extract/leak-scan.ts'
import { localNamesOf } from './extract/local-names.ts'
import { faultsOfItems, faultsOfStages } from './extract/model/episode-answers.ts'
import { extractWithModel } from './extract/model/extract-with-model.ts'
import { instanceRequest, retryRequest, segmentRequest } from './extract/model/requests.ts'
import { segmentEvidence } from './extract/rules/segment.ts'
import { stagesOfSteps } from './extract/rules/stage-of-step.ts'
import { maskSecrets } from './extract/secret-scan.ts'
import { readTrajectories } from './ingest/ingest-file.ts'
import { type ModelRequest, requestHash } from './llm/complete.ts'
import { readRecording } from './llm/recording.ts'

/* The sample's experience: a language model's kept answers to the shipped prompts. A changed prompt, cut or mask changes the hashes. */

const folder = join(process.cwd(), 'prisma', 'sample')
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const recording = readRecording(text('recording.jsonl'), 'recording.jsonl')
const answerOf = (asked: ModelRequest<unknown>) => recording.get(requestHash(asked))?.answer ?? null

const runs = (JSON.parse(text('stream.json')) as string[]).map((name) => {
  const [run] = readTrajectories(
    Buffer.from(text(`episodes/${name}.traj.json`)),
    `${name}.traj.json`,
  ).trajectories
  if (!run) throw new Error(`${name} is not a run`)
  const { trajectory } = maskSecrets(run)
  return { name, trajectory, segments: segmentEvidence(stagesOfSteps(trajectory)) }
})
const stages = runs.flatMap(({ trajectory, segments }) =>
  segments
    .filter(({ category }) => category !== 'OTHER')
    .map((segment) => ({ trajectory, made: extractWithModel({ trajectory, segments, segment }, answerOf) })),
)
const made = stages.flatMap(({ trajectory, made: one }) =>
  'done' in one ? [{ trajectory, ...one.done }] : [],
)
const kept = made.flatMap(({ trajectory, experience, description }) =>
  experience && description ? [{ trajectory, experience, description }] : [],
)

it('answers every request that the shipped prompts make of the sample', () => {
  expect(stages.filter(({ made: one }) => 'need' in one)).toEqual([])
  expect(made.filter(({ refused }) => refused)).toEqual([])
  for (const { name, trajectory } of runs) {
    for (const [asked, faultsOf] of [
      [segmentRequest(trajectory), (answer: never) => faultsOfStages(answer, trajectory.steps.length)],
      [instanceRequest(trajectory), (answer: never) => faultsOfItems(answer, trajectory)],
    ] as const) {
      const request = asked as ModelRequest<unknown>
      const first = answerOf(request)
      expect(first, `${name}: ${asked.purpose}`).not.toBeNull()
      const faults = faultsOf(first as never)
      if (faults.length > 0) expect(answerOf(retryRequest(request, first, faults)), name).not.toBeNull()
    }
  }
})

/** `stop` and `parse` are names in their runs and plain words in a lesson: counted by hand in docs/lessons.md. */
const isNoWord = (span: string) => !/^[a-z]+$/.test(span)

it('leaves nothing local in a lesson: not by the scanner, and in at most 1 of 100 by what readers called noise', () => {
  const lessons = kept.map(({ trajectory, experience }) => ({
    own: localNamesOf(trajectory).own,
    instanceId: trajectory.instanceId,
    said: Object.values(experience).join(' '),
  }))
  expect(lessons.filter(({ said, own }) => scanLeaks(said, own).length > 0)).toEqual([])
  const noise = new Map(
    text('noise.jsonl')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { instanceId: string; noise: { text: string }[] })
      .map((line) => [line.instanceId, line.noise.map((span) => span.text).filter(isNoWord)]),
  )
  const leaking = lessons.filter(({ instanceId, said }) =>
    (noise.get(instanceId) ?? []).some((span) => said.includes(span)),
  )
  expect(leaking.length / lessons.length).toBeLessThanOrEqual(0.01)
})

it('has the figures that docs/lessons.md shows', () => {
  const shown = readFileSync('docs/lessons.md', 'utf8')
  const verdicts = (verdict: string) => made.filter((one) => one.verdict === verdict).length
  for (const line of [
    `| stages asked about | ${made.length} |`,
    `| judged correct | ${verdicts('correct')} |`,
    `| judged incorrect | ${verdicts('incorrect')} |`,
    `| judged undetermined | ${verdicts('undetermined')} |`,
    `| experiences kept | ${kept.length} |`,
    `| nothing transferable | ${made.length - kept.length} |`,
    `| answers in the recording | ${recording.size} |`,
  ])
    expect(shown).toContain(line)
})
