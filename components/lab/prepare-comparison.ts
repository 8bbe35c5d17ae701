import { formatCount, formatList } from '@/components/ui/format.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { Hit, RetrievalAnswer } from '@/lib/memory/retrieval.ts'

export type StrategyInfo = {
  name: string
  /** The name, and for our reading of a method whose it is. */
  label: string
  needs: 'model' | null
  source: string
  unit: 'entry' | 'episode'
  /** True when the verdict's scale applies to its scores. */
  cosineOfDescriptions: boolean
}

export type Injected = { entryId: string; category: Category }

export type ComparedRow = {
  hit: Hit
  isInjected: boolean
  /** Where else the same entry ranks: `1 here, 3 in subtask`; among the rows shown. */
  marker: string
}

export type ComparedColumn = {
  strategy: StrategyInfo
  answer: RetrievalAnswer
  rows: ComparedRow[]
  injected: Injected[]
  /** Whether another column injects the same lesson, in words. */
  standing: { isShared: boolean; text: string } | null
  /** Injected lessons of another stage than the asked one; null when there is none. */
  wrongStage: { asked: Category; text: string } | null
}

export type Comparison = { headline: string; columns: ComparedColumn[] }

/** Strategies that inject the same lesson. */
type Camp = { entryId: string; objective: string; strategies: StrategyInfo[] }

type Answered = { strategy: StrategyInfo; answer: RetrievalAnswer }

const OBJECTIVE_LENGTH = 88

/** Puts the answers of two to four strategies to one text side by side: who agrees, who does not, and what comes along. */
export function prepareComparison(answered: Answered[]): Comparison {
  const told = answered.map((each) => ({ ...each, injected: injectedEntries(each.answer.injected) }))
  const camps = prepareCamps(told)
  return {
    headline: headlineOf(
      camps,
      told.map(({ strategy }) => strategy),
    ),
    columns: told.map(({ strategy, answer, injected }) => ({
      strategy,
      answer,
      injected,
      rows: answer.hits.map((hit) => ({
        hit,
        isInjected: injected.some(({ entryId }) => entryId === hit.entryId),
        marker: rankMarker(hit, strategy, answered),
      })),
      standing: standingOf(strategy, answer, injected, camps),
      wrongStage: wrongStageOf(answer.intent.category, injected),
    })),
  }
}

/** What a message holds, read from its own frames: they cannot be forged by the text of a lesson. */
export function injectedEntries(message: string | null): Injected[] {
  return [...(message ?? '').matchAll(/^<memory id="([^"]+)" category="(\w+)">$/gm)].flatMap((frame) => {
    const category = CATEGORIES.find((each) => each === frame[2])
    return frame[1] && category ? [{ entryId: frame[1], category }] : []
  })
}

/** The lesson that most strategies inject and who they are; then the same among the rest. Ties go to the first column. */
function prepareCamps(told: (Answered & { injected: Injected[] })[]): Camp[] {
  const camps: Camp[] = []
  let rest = told.filter(({ injected }) => injected.length > 0)
  while (rest.length > 0) {
    const sharedBy = (id: string) => rest.filter(({ injected }) => injected.some((one) => one.entryId === id))
    const entryId = rest
      .flatMap(({ injected }) => injected.map((one) => one.entryId))
      .reduce((best, id) => (sharedBy(id).length > sharedBy(best).length ? id : best))
    const hit = told.flatMap(({ answer }) => answer.hits).find((each) => each.entryId === entryId)
    camps.push({
      entryId,
      objective: hit?.objective ?? entryId,
      strategies: sharedBy(entryId).map(({ strategy }) => strategy),
    })
    rest = rest.filter(({ injected }) => !injected.some((one) => one.entryId === entryId))
  }
  return camps
}

function headlineOf(camps: Camp[], all: StrategyInfo[]): string {
  const [first, second] = camps
  const count = numberWord(all.length)
  const inSome = new Set(camps.flatMap(({ strategies }) => strategies))
  const silent = all.filter((strategy) => !inSome.has(strategy))
  if (!first) return `None of the ${count} injects anything for this text.`

  const agreed = first.strategies.length
  const silence = silent.length > 0 ? `; ${namesOf(silent)} ${verb(silent, 'inject')} nothing` : ''
  if (agreed === all.length) return `${agreed === 2 ? 'Both' : `All ${count}`} agree: ${quoted(first)}.`
  if (!second && agreed === 1) return `Only ${namesOf(first.strategies)} injects anything: ${quoted(first)}.`
  if (agreed === 1) return `They disagree: ${listCamps(camps)}${silence}.`
  if (agreed * 2 === all.length && second?.strategies.length === agreed)
    return `They are split: ${listCamps(camps)}.`

  const opening = `${capital(numberWord(agreed))} of ${count} agree: ${quoted(first)}`
  const others = camps.slice(1).flatMap(({ strategies }) => strategies)
  if (!second) return `${opening}${silence}.`
  if (camps.length > 2)
    return `${opening}; ${namesOf(others)} ${verb(others, 'inject')} something else each${silence}.`
  return `${opening}; ${saysOf(second)} instead${silence}.`
}

/** At most two are quoted, the first and one of another kind when there is one; the rest is named. */
function listCamps(camps: Camp[]): string {
  const [first, ...rest] = camps
  if (!first) return ''
  const kind = first.strategies[0]?.unit
  const other = rest.find(({ strategies }) => strategies[0]?.unit !== kind) ?? rest[0]
  if (!other) return saysOf(first)
  const unquoted = rest.filter((camp) => camp !== other).flatMap(({ strategies }) => strategies)
  const others =
    unquoted.length > 0 ? `; ${namesOf(unquoted)} ${verb(unquoted, 'inject')} something else again` : ''
  return `${saysOf(first)}, ${saysOf(other)}${others}`
}

function saysOf(camp: Camp): string {
  const does = camp.strategies.every(({ unit }) => unit === 'entry') ? 'find' : 'inject'
  return `${namesOf(camp.strategies)} ${verb(camp.strategies, does)} ${quoted(camp)}`
}

function standingOf(
  strategy: StrategyInfo,
  answer: RetrievalAnswer,
  injected: Injected[],
  camps: Camp[],
): ComparedColumn['standing'] {
  const own = camps.find(({ strategies }) => strategies.includes(strategy))
  if (!own) return null
  const others = own.strategies.filter((each) => each !== strategy)
  if (others.length > 0) {
    const more = injected.length - 1
    const besides = more > 0 ? `, and ${formatCount(more)} more` : ''
    return { isShared: true, text: `injects the same lesson as ${namesOf(others)}${besides}` }
  }
  const rival = camps.find((camp) => camp !== own)
  if (!rival) return { isShared: false, text: 'alone: no other column injects anything' }
  const rank = answer.hits.find(({ entryId }) => entryId === rival.entryId)?.rank
  const place = rank === undefined ? `not in its first ${answer.hits.length}` : `ranks ${rank} here`
  const finds = rival.strategies.every(({ unit }) => unit === 'entry') ? 'find' : 'inject'
  return {
    isShared: false,
    text: `differs: what ${namesOf(rival.strategies)} ${verb(rival.strategies, finds)} ${rank === undefined ? 'is ' : ''}${place}`,
  }
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
function rankMarker(hit: Hit, strategy: StrategyInfo, answered: Answered[]): string {
  const namesAt = new Map<number, string[]>()
  for (const other of answered) {
    if (other.strategy === strategy) continue
    const rank = other.answer.hits.find(({ entryId }) => entryId === hit.entryId)?.rank
    if (rank !== undefined) namesAt.set(rank, [...(namesAt.get(rank) ?? []), other.strategy.name])
  }
  if (namesAt.size === 0) return 'only here'
  const same = namesAt.get(hit.rank) ?? []
  if (same.length === answered.length - 1)
    return `${hit.rank} in ${answered.length === 2 ? 'both' : `all ${numberWord(answered.length)}`}`
  const here = `${hit.rank} ${formatList(['here', ...same.map((name) => `in ${name}`)])}`
  const elsewhere = [...namesAt]
    .filter(([rank]) => rank !== hit.rank)
    .sort(([a], [b]) => a - b)
    .map(([rank, names]) => `${rank} in ${formatList(names)}`)
  return [here, ...elsewhere].join(', ')
}

function quoted({ objective }: Camp): string {
  const text = objective.trim().replace(/[.;,]+$/, '')
  if (text.length <= OBJECTIVE_LENGTH) return `“${text}”`
  return `“${text
    .slice(0, OBJECTIVE_LENGTH)
    .replace(/\s+\S*$/, '')
    .replace(/[.;,:]+$/, '')} …”`
}

const namesOf = (strategies: StrategyInfo[]) => formatList(strategies.map(({ name }) => name))
const verb = (subjects: unknown[], word: 'find' | 'inject') => (subjects.length === 1 ? `${word}s` : word)
const numberWord = (count: number) => ['none', 'one', 'two', 'three', 'four'][count] ?? String(count)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
