import { formatList } from '@/components/ui/format.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { StrategyInfo } from '@/lib/memory/compare.ts'
import type { Hit, RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import {
  campWords,
  headlineOf,
  type Injected,
  numberWord,
  prepareCamps,
  type Standing,
  standingOf,
  type Told,
} from './prepare-agreement.ts'

export type ComparedRow = {
  hit: Hit
  /** As in `placesOf`. */
  place: string
  isInjected: boolean
  /** Where else the same entry ranks: `1 here, 3 in subtask`; among the rows shown. */
  marker: string
}

export type ComparedColumn = Told & {
  rows: ComparedRow[]
  standing: Standing | null
  /** Injected lessons of another stage than the asked one; null when there is none. */
  wrongStage: { asked: Category; text: string } | null
}

/** `camps`: who injects which lesson, one a line. */
export type Compared = { headline: string; camps: string[]; columns: ComparedColumn[] }

/** Puts the answers of one to four columns to one text side by side: who agrees, who does not, and what comes along. */
export function prepareComparison(answered: { strategy: StrategyInfo; answer: RetrievalAnswer }[]): Compared {
  const told = answered.map(
    (each): Told => ({
      ...each,
      injected: injectedEntries(each.answer.injected),
      places: placesOf(each),
    }),
  )
  const camps = prepareCamps(told)
  return {
    headline: headlineOf(camps, told),
    camps: campWords(camps),
    columns: told.map((each, at) => ({
      ...each,
      rows: each.answer.hits.map((hit) => ({
        hit,
        place: each.places.get(hit.entryId) ?? '',
        isInjected: each.injected.some(({ entryId }) => entryId === hit.entryId),
        marker: rankMarker(
          hit.entryId,
          at,
          told.map(({ strategy: { name }, places }) => ({ name, places })),
        ),
      })),
      standing: standingOf(each, camps),
      wrongStage: wrongStageOf(each.answer.intent.category, each.injected),
    })),
  }
}

/**
 * Where each row stands, by entry id: `3`, or where whole episodes are ranked, the episode's place and the item's letter, `2a`:
 * its items have one score and none is ahead of another.
 */
function placesOf({ strategy, answer: { hits } }: Pick<Told, 'strategy' | 'answer'>): Map<string, string> {
  if (strategy.unit === 'entry') return new Map(hits.map(({ entryId, rank }) => [entryId, String(rank)]))
  let [place, item] = [0, 0]
  return new Map(
    hits.map((hit, i) => {
      const before = hits[i - 1]
      const isNext = before?.instanceId !== hit.instanceId || before.score !== hit.score
      place += isNext ? 1 : 0
      item = isNext ? 0 : item + 1
      return [hit.entryId, `${place}${String.fromCharCode(97 + item)}`]
    }),
  )
}

/** What a message holds, read from its own frames: they cannot be forged by the text of a lesson. */
export function injectedEntries(message: string | null): Injected[] {
  return [...(message ?? '').matchAll(/^<memory id="([^"]+)" category="(\w+)">$/gm)].flatMap((frame) => {
    const category = CATEGORIES.find((each) => each === frame[2])
    return frame[1] && category ? [{ entryId: frame[1], category }] : []
  })
}

function wrongStageOf(asked: Category, injected: Injected[]): ComparedColumn['wrongStage'] {
  const wrong = injected.filter(({ category }) => category !== asked)
  if (wrong.length === 0) return null
  if (injected.length === 1) return { asked, text: 'the injected lesson is of another stage' }
  return {
    asked,
    text: `${wrong.length} of ${injected.length} injected lessons ${wrong.length === 1 ? 'is' : 'are'} of another stage`,
  }
}

/** `1 here, 3 in subtask`; `2 here and in global`; `1 in all four`; `only here`. */
function rankMarker(
  entryId: string,
  at: number,
  columns: { name: string; places: Map<string, string> }[],
): string {
  const own = columns[at]?.places.get(entryId) ?? ''
  const namesAt = new Map<string, string[]>()
  for (const [i, { name, places }] of columns.entries()) {
    const place = places.get(entryId)
    if (i !== at && place !== undefined) namesAt.set(place, [...(namesAt.get(place) ?? []), name])
  }
  if (namesAt.size === 0) return 'only here'
  const same = namesAt.get(own) ?? []
  if (same.length === columns.length - 1)
    return `${own} in ${columns.length === 2 ? 'both' : `all ${numberWord(columns.length)}`}`
  const here = `${own} ${formatList(['here', ...same.map((name) => `in ${name}`)])}`
  const elsewhere = [...namesAt]
    .filter(([place]) => place !== own)
    .sort(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map(([place, names]) => `${place} in ${formatList(names)}`)
  return [here, ...elsewhere].join(', ')
}
