import { untilNextCommit } from '../../db/commit-cache.ts'
import { readCandidates } from '../../db/entries/entry-detail.ts'
import { listQuestionTexts } from '../../db/episodes/stream-episodes.ts'
import type { Store } from '../../db/store.ts'
import { pagesOfRows } from '../../db/studies/studies.ts'
import type { MomentQuestion, StreamMoment } from '../../memory/studies/stream.ts'
import { type SeedReplay, seedReplaySchema } from '../../memory/studies/stream-schema.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { doesFit } from './report-stream.ts'

/** What was asked at a place of one order, and what each strategy gave; null when that order is not done or has no such place. */
export async function findStreamMoment(
  store: Store,
  { id, seed, position }: { id: string; seed: number; position: number },
): Promise<StreamMoment | null> {
  const replays = await untilNextCommit(store, `stream replays ${id}`, () => replaysOf(store, id))
  const replay = replays.find((one) => one.seed === seed)
  const episode = replay?.episodes[position]
  if (!replay || !episode) return null
  const places = replay.asked.flatMap((one, place) => (one.position === position ? [place] : []))
  const winners = places.flatMap((place) =>
    Object.values(replay.given).flatMap((given) => given[place]?.id ?? []),
  )
  const entries = new Map((await readCandidates(store, [...new Set(winners)])).map((one) => [one.id, one]))
  const texts = await listQuestionTexts(
    store,
    places.flatMap((place) => replay.asked[place]?.subtaskId ?? []),
  )
  const instanceOf = new Map(replay.episodes.map(({ episodeId, instanceId }) => [episodeId, instanceId]))
  const questions = places.flatMap((place): MomentQuestion[] => {
    const asked = replay.asked[place]
    if (!asked) return []
    const text = texts.get(asked.subtaskId)
    const given = Object.entries(replay.given).map(([name, list]) => {
      const one = list[place] ?? { id: null, score: null, isRelevant: null }
      const entry = one.id === null ? undefined : entries.get(one.id)
      const instanceId = entry?.instanceId ?? instanceOf.get(one.id ?? '') ?? null
      const words = entry?.description.objective ?? (instanceId === null ? null : `the run of ${instanceId}`)
      return [name, { ...one, words, instanceId, doesFit: doesFit(one.score, replay.floor) }]
    })
    return [{ ...asked, text: text ? descriptionText(text) : '', given: Object.fromEntries(given) }]
  })
  return { seed, position, ...episode, questions }
}

async function replaysOf(store: Store, id: string): Promise<SeedReplay[]> {
  const replays: SeedReplay[] = []
  for await (const page of pagesOfRows(store, id))
    replays.push(...page.map(({ value }) => seedReplaySchema.parse(value)))
  return replays
}
