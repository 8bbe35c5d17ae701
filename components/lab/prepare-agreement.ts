import { formatList } from '@/components/ui/format.ts'
import type { Category } from '@/lib/memory/category.ts'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { placeOf } from './prepare-places.ts'

export type StrategyInfo = {
  name: string
  /** Whose method it is our reading of; null when it is the method itself. */
  after: string | null
  needs: 'model' | 'readings' | null
  source: string
  unit: 'entry' | 'episode'
  /** True when the verdict's scale applies to its scores. */
  cosineOfDescriptions: boolean
}

export type Injected = { entryId: string; category: Category }

/** What a strategy answered, and what its message holds. */
export type Told = { strategy: StrategyInfo; answer: RetrievalAnswer; injected: Injected[] }

/** How what a column injects stands to the others: all the same, a part of it, or something else. */
export type Standing = { kind: 'same' | 'part' | 'other'; text: string }

/** Columns that inject one lesson, whatever comes along with it. */
export type Camp = { entryId: string; objective: string; told: Told[] }

const OBJECTIVE_LENGTH = 88

/** The lesson that most columns inject and who they are; then the same among the rest. Ties go to the first column. */
export function prepareCamps(told: Told[]): Camp[] {
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

/** In one sentence: would they tell an agent the same? Agreement is of all that is injected; a part in common is no agreement. */
export function headlineOf(camps: Camp[], all: Told[]): string {
  const [first, second] = camps
  const count = numberWord(all.length)
  const silent = all.filter(({ injected }) => injected.length === 0)
  if (!first) return `None of the ${count} injects anything for this text.`

  const agreed = first.told.length
  const silence = silent.length > 0 ? `; ${namesOf(silent)} ${verb(silent, 'inject')} nothing` : ''
  if (all.length === 1) return `Only ${namesOf(all)} could be asked: ${quoted(first)}.`
  if (agreed === all.length) return `${agreed === 2 ? 'Both' : `All ${count}`} ${agreeOn(first)}.`
  if (!second && agreed === 1) return `Only ${namesOf(first.told)} injects anything: ${quoted(first)}.`
  if (agreed === 1) return `They disagree: ${listCamps(camps)}${silence}.`
  if (agreed * 2 === all.length && second?.told.length === agreed)
    return `They are split: ${listCamps(camps)}.`

  const opening = `${capital(numberWord(agreed))} of ${count} ${agreeOn(first)}`
  const others = camps.slice(1).flatMap(({ told }) => told)
  if (!second) return `${opening}${silence}.`
  if (camps.length > 2)
    return `${opening}; ${namesOf(others)} ${verb(others, 'inject')} something else each${silence}.`
  return `${opening}; ${saysOf(second)} instead${silence}.`
}

/** How one column stands to the others; null when it injects nothing. */
export function standingOf(own: Told, camps: Camp[]): Standing | null {
  const camp = camps.find(({ told }) => told.includes(own))
  if (!camp) return null
  const others = camp.told.filter((each) => each !== own)
  const count = own.injected.length
  if (others.length > 0) {
    const names = namesOf(others)
    if (isExact(camp))
      return {
        kind: 'same',
        text: `injects the same ${count === 1 ? 'lesson' : `${count} lessons`} as ${names}`,
      }
    const common = commonIds(camp).length
    if (count > common)
      return { kind: 'part', text: `shares ${common} of its ${count} lessons with ${names}` }
    const larger = others.filter(({ injected }) => injected.length > count)
    const along = larger.map((each) => `${each.strategy.name} injects ${each.injected.length}`)
    return {
      kind: 'part',
      text: `shares ${count === 1 ? 'its lesson' : `its ${count} lessons`} with ${names}; ${formatList(along)}`,
    }
  }
  const rival = camps.find((each) => each !== camp)
  if (!rival) return { kind: 'other', text: 'alone: no other column injects anything' }
  const place = placeOf(own, rival.entryId)
  const finds = `${namesOf(rival.told)} ${verb(rival.told, finder(rival))}`
  const where = place === null ? `is not in its first ${own.answer.hits.length}` : `ranks ${place} here`
  const differs = isOfOneRun(own, rival) ? 'differs, though from the same run' : 'differs'
  return { kind: 'other', text: `${differs}: what ${finds} ${where}` }
}

/** True when the winner of a column and the lesson of a camp come from one instance. */
function isOfOneRun({ answer, injected }: Told, { entryId, told }: Camp): boolean {
  const instanceIn = (hits: RetrievalAnswer['hits'], id: string | undefined) =>
    hits.find((hit) => hit.entryId === id)?.instanceId ?? null
  const instance = instanceIn(answer.hits, injected[0]?.entryId)
  return instance !== null && told.some((each) => instanceIn(each.answer.hits, entryId) === instance)
}

/** `agree: “…”`, or where lessons come along that not all inject: `inject “…” (instance with 2 more)`. */
function agreeOn(camp: Camp): string {
  const count = camp.told[0]?.injected.length ?? 1
  if (isExact(camp)) return `agree${count === 1 ? '' : ` on ${count} lessons, the first`}: ${quoted(camp)}`
  return `inject ${quoted(camp)} ${alongside(camp)}`
}

function alongside(camp: Camp): string {
  const larger = camp.told.filter(({ injected }) => injected.length > 1)
  return `(${formatList(larger.map(({ strategy, injected }) => `${strategy.name} with ${injected.length - 1} more`))})`
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

/** At most two are quoted, the first and one of another kind when there is one; the rest is named. */
function listCamps(camps: Camp[]): string {
  const [first, ...rest] = camps
  if (!first) return ''
  const kind = first.told[0]?.strategy.unit
  const other = rest.find(({ told }) => told[0]?.strategy.unit !== kind) ?? rest[0]
  if (!other) return saysOf(first)
  const unquoted = rest.filter((camp) => camp !== other).flatMap(({ told }) => told)
  const others =
    unquoted.length > 0 ? `; ${namesOf(unquoted)} ${verb(unquoted, 'inject')} something else again` : ''
  return `${saysOf(first)}, ${saysOf(other)}${others}`
}

function saysOf(camp: Camp): string {
  const more = isExact(camp) ? '' : ` ${alongside(camp)}`
  return `${namesOf(camp.told)} ${verb(camp.told, finder(camp))} ${quoted(camp)}${more}`
}

const finder = ({ told }: Camp) =>
  told.every(({ strategy }) => strategy.unit === 'entry') ? 'find' : 'inject'

function quoted({ objective }: Camp): string {
  const text = objective.trim().replace(/[.;,]+$/, '')
  if (text.length <= OBJECTIVE_LENGTH) return `“${text}”`
  return `“${text
    .slice(0, OBJECTIVE_LENGTH)
    .replace(/\s+\S*$/, '')
    .replace(/[.;,:]+$/, '')} …”`
}

const namesOf = (told: Told[]) => formatList(told.map(({ strategy }) => strategy.name))
const verb = (subjects: unknown[], word: 'find' | 'inject') => (subjects.length === 1 ? `${word}s` : word)
export const numberWord = (count: number) => ['none', 'one', 'two', 'three', 'four'][count] ?? String(count)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
