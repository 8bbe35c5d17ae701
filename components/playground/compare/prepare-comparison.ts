import { formatList } from '@/components/ui/format.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { StrategyInfo } from '@/lib/memory/compare.ts'
import type { Hit, RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { capital } from '@/lib/memory/text/words.ts'

type Injected = { entryId: string; category: Category }

/** What a strategy answered, and what its message holds; `places` as in `placesOf`. */
type Told = {
  strategy: StrategyInfo
  answer: RetrievalAnswer
  injected: Injected[]
  places: Map<string, string>
}

/** How what a column injects stands to the others: all the same, a part of it, or something else. */
type Standing = { kind: 'same' | 'part' | 'other'; text: string }

/** Columns that inject one lesson, whatever comes along with it. */
type Camp = { entryId: string; objective: string; told: Told[] }

/** The lesson that most columns inject and who they are; then the same among the rest. Ties go to the first column. */
function prepareCamps(told: Told[]): Camp[] {
  const camps: Camp[] = []
  let rest = told.filter(({ injected }) => injected.length > 0)
  while (rest.length > 0) {
    const sharedBy = (id: string) => rest.filter(({ injected }) => injected.some((one) => one.entryId === id))
    const entryId = rest
      .flatMap(({ injected }) => injected.map((one) => one.entryId))
      .reduce((best, id) => (sharedBy(id).length > sharedBy(best).length ? id : best))
    const hit = told.flatMap(({ answer }) => answer.hits).find((each) => each.entryId === entryId)
    camps.push({ entryId, objective: hit?.objective ?? entryId, told: sharedBy(entryId) })
    rest = rest.filter(({ injected }) => !injected.some((one) => one.entryId === entryId))
  }
  return camps
}

/** In at most twelve words: would they tell an agent the same? A part in common is no agreement. */
function headlineOf(camps: Camp[], all: Told[]): string {
  const [first] = camps
  const silentCount = all.filter(({ injected }) => injected.length === 0).length
  if (!first) return 'No strategy injects anything for this text.'
  if (all.length === 1) return `Only ${namesOf(all)} could be asked.`
  const telling = all.length - silentCount
  if (telling === 1) return `Only ${namesOf(first.told)} injects anything.`
  const silence = silentCount > 0 ? `; ${numberWord(silentCount)} ${verb(silentCount)} nothing` : ''
  const agreed = first.told.length
  if (agreed === 1) {
    const who =
      telling < all.length
        ? capital(numberWord(telling))
        : telling === 2
          ? 'The two'
          : `All ${numberWord(telling)}`
    return `${who} inject different lessons${silence}.`
  }
  const what = isExact(first)
    ? `the same ${first.told[0]?.injected.length === 1 ? 'lesson' : 'lessons'}`
    : 'one lesson in common'
  if (agreed === all.length) return `${agreed === 2 ? 'Both' : `All ${numberWord(agreed)}`} inject ${what}.`
  return `${capital(numberWord(agreed))} of ${numberWord(all.length)} inject ${what}${silence}.`
}

/** Who injects which lesson, the largest camp first: `subtask and global: “…”`. */
function campWords(camps: Camp[]): string[] {
  return camps.map(({ told, objective }) => `${namesOf(told)}: “${objective.trim().replace(/[.;,]+$/, '')}”`)
}

/** How one column stands to the others; null when it injects nothing. */
function standingOf(own: Told, camps: Camp[]): Standing | null {
  const camp = camps.find(({ told }) => told.includes(own))
  if (!camp) return null
  const others = camp.told.filter((each) => each !== own)
  return others.length > 0 ? shared(own, camp, others) : alone(own, camp, camps)
}

function shared(own: Told, camp: Camp, others: Told[]): Standing {
  const names = namesOf(others)
  const count = own.injected.length
  if (isExact(camp))
    return {
      kind: 'same',
      text: `injects the same ${count === 1 ? 'lesson' : `${count} lessons`} as ${names}`,
    }
  const common = commonIds(camp).length
  if (count > common) return { kind: 'part', text: `shares ${common} of its ${count} lessons with ${names}` }
  const along = others
    .filter(({ injected }) => injected.length > count)
    .map((each) => `${each.strategy.name} injects ${each.injected.length}`)
  const what = count === 1 ? 'its lesson' : `its ${count} lessons`
  return { kind: 'part', text: `shares ${what} with ${names}; ${formatList(along)}` }
}

function alone(own: Told, camp: Camp, camps: Camp[]): Standing {
  const rival = camps.find((each) => each !== camp)
  if (!rival) return { kind: 'other', text: 'alone: no other column injects anything' }
  const place = own.places.get(rival.entryId)
  const what = `what ${namesOf(rival.told)} ${verb(rival.told.length)}`
  const where = place === undefined ? `is not in its first ${own.answer.hits.length}` : `ranks ${place} here`
  const differs = isOfOneRun(own, rival) ? 'differs, though from the same episode' : 'differs'
  return { kind: 'other', text: `${differs}: ${what} ${where}` }
}

/** True when the winner of a column and the lesson of a camp come from one instance. */
function isOfOneRun({ answer, injected }: Told, { entryId, told }: Camp): boolean {
  const instanceIn = (hits: RetrievalAnswer['hits'], id: string | undefined) =>
    hits.find((hit) => hit.entryId === id)?.instanceId ?? null
  const instance = instanceIn(answer.hits, injected[0]?.entryId)
  return instance !== null && told.some((each) => instanceIn(each.answer.hits, entryId) === instance)
}

/** True when every column of a camp injects the same lessons, no more and no fewer. */
function isExact(camp: Camp): boolean {
  const common = commonIds(camp).length
  return camp.told.every(({ injected }) => injected.length === common)
}

function commonIds({ told: [first, ...rest] }: Camp): string[] {
  const ids = first?.injected.map(({ entryId }) => entryId) ?? []
  return ids.filter((id) => rest.every(({ injected }) => injected.some(({ entryId }) => entryId === id)))
}

const namesOf = (told: Told[]) => formatList(told.map(({ strategy }) => strategy.name))
const verb = (count: number) => (count === 1 ? 'injects' : 'inject')
const numberWord = (count: number) => ['none', 'one', 'two', 'three', 'four'][count] ?? String(count)

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
