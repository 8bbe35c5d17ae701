import { formatList } from '@/components/ui/format.ts'
import type { Category } from '@/lib/memory/category.ts'
import type { StrategyInfo } from '@/lib/memory/compare.ts'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'

export type Injected = { entryId: string; category: Category }

/** What a strategy answered, and what its message holds; `places` as in `placesOf`. */
export type Told = {
  strategy: StrategyInfo
  answer: RetrievalAnswer
  injected: Injected[]
  places: Map<string, string>
}

/** How what a column injects stands to the others: all the same, a part of it, or something else. */
export type Standing = { kind: 'same' | 'part' | 'other'; text: string }

/** Columns that inject one lesson, whatever comes along with it. */
export type Camp = { entryId: string; objective: string; told: Told[] }

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

/** In at most twelve words: would they tell an agent the same? A part in common is no agreement. */
export function headlineOf(camps: Camp[], all: Told[]): string {
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
export function campWords(camps: Camp[]): string[] {
  return camps.map(({ told, objective }) => `${namesOf(told)}: “${objective.trim().replace(/[.;,]+$/, '')}”`)
}

/** How one column stands to the others; null when it injects nothing. */
export function standingOf(own: Told, camps: Camp[]): Standing | null {
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
export const numberWord = (count: number) => ['none', 'one', 'two', 'three', 'four'][count] ?? String(count)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
