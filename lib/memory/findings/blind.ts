import type { Category } from '../category.ts'
import type { Kind } from '../entry.ts'
import type { ExperiencePart } from '../experience.ts'
import { countFlips, type PairedGain, pairedGain } from '../statistics/paired.ts'
import { wilsonInterval } from '../statistics/proportion.ts'
import { agreed, type Share } from './quality.ts'

/** What a reader says of an entry without knowing who made it. */
export const BLIND_VERDICTS = ['good', 'middling', 'junk', 'unsure'] as const
export type BlindVerdict = (typeof BLIND_VERDICTS)[number]

/** Where is drawn: stages for which each of the extractors wrote something, or for which any of them did. */
export const BLIND_WHERE = ['each', 'any'] as const
export type BlindWhere = (typeof BLIND_WHERE)[number]

/** An extractor of a project that a reading can draw from. */
export type MakerHead = { maker: string; entryCount: number }

/** An entry to read. It goes by its place: its id would tell when it was made. */
export type BlindItem = {
  place: number
  category: Category
  objective: string
  keywords: string[]
  title: string
  kind: Kind
  parts: Record<ExperiencePart, string>
}

/** A reading as whoever reads sees it. */
export type BlindView = {
  id: string
  by: string
  seed: number
  where: BlindWhere
  makerCount: number
  /** Stages that were drawn, of how many. */
  subtaskCount: number
  population: number
  createdAt: string
  items: BlindItem[]
  verdicts: { place: number; verdict: BlindVerdict; by: string }[]
  /** Who made which, once everything is read; null before. */
  revealed: { report: BlindReport; made: { place: number; maker: string; entryId: string }[] } | null
}

/** A reading in a list. */
export type BlindHead = { id: string; makerCount: number; size: number; judged: number; createdAt: string }

/** What was drawn, with who made it: what a report is made of. */
export type BlindDraw = {
  makers: string[]
  subtaskIds: string[]
  items: { place: number; maker: string; subtaskId: string }[]
}

/** How an extractor's entries were read; unsure are left out of n. Intervals are for what it makes of runs like these, so that reading all that is there leaves doubt. */
type MakerReport = {
  maker: string
  entryCount: number
  unsureCount: number
  good: Share
  middling: Share
  junk: Share
}

/** Two extractors over the same stages. Differences: second minus first, percentage points. */
export type MakerPair = {
  makers: [string, string]
  /** Stages for which both wrote and both are judged. */
  bothCount: number
  /** Junk among those; null without one. */
  junk: PairedGain | null
  /** Stages with something worth keeping (good or middling), over all that were drawn; nothing written counts as nothing. */
  kept: PairedGain | null
}

/** Two readers of the same lessons, people or models: of those that neither left unsure, on how many they differ. */
type ReaderPair = { readers: [string, string]; differ: Share }

export type BlindReport = { makers: MakerReport[]; pairs: MakerPair[]; readers: ReaderPair[] }

/** What the judged part of a reading says of its extractors. Entries whose readers disagree count as unsure. */
export function reportBlind(draw: BlindDraw, verdicts: BlindView['verdicts']): BlindReport {
  const said = agreed(verdicts, ({ place }) => place)
  const makers = draw.makers.map((maker): MakerReport => {
    const all = draw.items.filter((item) => item.maker === maker)
    const sure = all.flatMap(({ place }) => sureOf(said.get(place)))
    const share = (verdict: BlindVerdict) => shareOf(sure.map((one) => one === verdict))
    return {
      maker,
      entryCount: all.length,
      unsureCount: all.filter(({ place }) => said.get(place) === 'unsure').length,
      good: share('good'),
      middling: share('middling'),
      junk: share('junk'),
    }
  })
  const pairs = draw.makers.flatMap((a, i) => draw.makers.slice(i + 1).map((b) => pairOf(draw, said, a, b)))
  return { makers, pairs, readers: readerPairs(verdicts) }
}

function readerPairs(verdicts: BlindView['verdicts']): ReaderPair[] {
  const said = new Map(verdicts.map(({ by, place, verdict }) => [`${place} ${by}`, verdict]))
  const readers = [...new Set(verdicts.map(({ by }) => by))].sort()
  const places = [...new Set(verdicts.map(({ place }) => place))]
  return readers.flatMap((first, i) =>
    readers.slice(i + 1).map((second): ReaderPair => {
      const marks = places.flatMap((place) => {
        const [a] = sureOf(said.get(`${place} ${first}`))
        const [b] = sureOf(said.get(`${place} ${second}`))
        return a === undefined || b === undefined ? [] : [a !== b]
      })
      return { readers: [first, second], differ: shareOf(marks) }
    }),
  )
}

function shareOf(marks: readonly boolean[]): Share {
  const n = marks.length
  if (n === 0) return null
  const count = marks.filter(Boolean).length
  return { count, n, share: count / n, interval: wilsonInterval(count, n) }
}

function pairOf(
  { subtaskIds, items }: BlindDraw,
  said: ReadonlyMap<number, BlindVerdict>,
  a: string,
  b: string,
): MakerPair {
  const of = new Map(items.map(({ maker, subtaskId, place }) => [`${maker} ${subtaskId}`, place]))
  /** What was said of a maker's entry of a stage; null: it wrote nothing there; undefined: nobody knows. */
  const verdictOf = (maker: string, subtaskId: string) => {
    const place = of.get(`${maker} ${subtaskId}`)
    return place === undefined ? null : sureOf(said.get(place))[0]
  }
  const rows = subtaskIds.flatMap((id) => {
    const [first, second] = [verdictOf(a, id), verdictOf(b, id)]
    return first === undefined || second === undefined ? [] : [{ first, second }]
  })
  const both = rows.filter(({ first, second }) => first !== null && second !== null)
  const isKept = (verdict: BlindVerdict | null) => verdict === 'good' || verdict === 'middling'
  return {
    makers: [a, b],
    bothCount: both.length,
    junk: pairedGain(
      countFlips(both.map(({ first, second }) => ({ base: first === 'junk', variant: second === 'junk' }))),
    ),
    kept: pairedGain(
      countFlips(rows.map(({ first, second }) => ({ base: isKept(first), variant: isKept(second) }))),
    ),
  }
}

function sureOf(verdict: BlindVerdict | undefined): BlindVerdict[] {
  return verdict === undefined || verdict === 'unsure' ? [] : [verdict]
}
