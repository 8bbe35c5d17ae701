import { matchesOf } from '../../memory/text/matches-of.ts'
import type { Step, Trajectory } from '../../memory/trajectory.ts'
import type { LocalNames } from '../local-names.ts'
import { mechanismsIn, plainNounsIn } from '../mechanism-lexicon.ts'
import { errorInWords, isWellKnown } from '../well-known-names.ts'

const MAX_KEYWORDS = 8
const MIN_KEYWORDS = 3
/** Up to here, terms that the thoughts name only once fill the list. Ours. */
const ENOUGH_KEYWORDS = 5

/** A text that speaks of the subtask. */
export interface KeywordSource {
  text: string
  /** What one term in it counts. */
  weight: number
  /** Part of the objective: its terms are what the subtask is about, even when said once. */
  isSubject: boolean
}

/** Errors that any failing test ends in. */
const TELLS_NOTHING = /^(?:AssertionError|Exception|SystemExit|KeyboardInterrupt)$/
const LEAST_SCORE = 0.8

/**
 * 3 to 8 lower-case keywords, those first that the objective is about, then by how often the thoughts come back to them.
 * What is said once, and not in the objective, is passing talk: it only fills a short list. Fewer than 3 when nothing names a mechanism.
 */
export function keywordsOf(sources: readonly KeywordSource[], names: LocalNames): string[] {
  const found = new Map<string, { score: number; count: number; isSubject: boolean; weight: number }>()
  const add = (term: string, weight: number, count: number, source: KeywordSource) => {
    const known = found.get(term) ?? { score: 0, count: 0, isSubject: false, weight }
    found.set(term, {
      score: known.score + (source.isSubject ? source.weight * weight : 0),
      count: known.count + (source.isSubject ? 0 : count),
      isSubject: known.isSubject || source.isSubject,
      weight: Math.max(known.weight, weight),
    })
  }
  for (const source of sources) {
    const prose = source.text.replace(/```[\s\S]*?(?:```|$)/g, ' ')
    for (const name of new Set(prose.match(/\b[A-Z][A-Za-z]{2,40}(?:Error|Exception|Warning)\b/g))) {
      if (isWellKnown(name, names.own) && !TELLS_NOTHING.test(name)) add(errorInWords(name), 1.5, 1, source)
    }
    for (const { term, weight, count } of mechanismsIn(prose)) add(term, weight, count, source)
  }
  const ranked = [...found]
    .filter(([, f]) => f.isSubject || f.count >= 2 || f.weight >= 3)
    .map(([term, f]) => ({ term, score: f.score + f.weight * Math.log2(1 + f.count) }))
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .map(({ term }) => term)
  const chosen = ranked.slice(0, MAX_KEYWORDS)
  const passing = [...found].filter(([, f]) => !f.isSubject && f.count === 1 && f.weight >= 1 && f.weight < 3)
  for (const [term] of passing) if (chosen.length < ENOUGH_KEYWORDS) chosen.push(term)
  for (const { text, isSubject } of sources) {
    if (!isSubject) continue
    for (const noun of plainNounsIn(text))
      if (chosen.length < MIN_KEYWORDS && !chosen.some((term) => term.includes(noun))) chosen.push(noun)
  }
  return chosen
}

/** The same from what is known when a subtask begins: the task, its title counting most, and the last thoughts and errors. */
export function atStartKeywords(
  task: Trajectory['task'],
  recent: readonly Step[],
  names: LocalNames,
): string[] {
  const errors = recent
    .flatMap((step) => step.observations.map((o) => o.text))
    .filter((text) => text.includes('Traceback') || /^E {3}/m.test(text))
    .map(
      (text) => matchesOf(text.slice(-3000), /^(?:E {1,6})?([A-Z][A-Za-z]{2,40}Error)\b/gm).at(-1)?.[1] ?? '',
    )
  return keywordsOf(
    [
      { text: task.title, weight: 3, isSubject: true },
      { text: task.text.slice(0, 6000), weight: 1, isSubject: false },
      ...recent.map((step) => ({ text: step.thought ?? '', weight: 1, isSubject: false })),
      { text: errors.join(' '), weight: 2, isSubject: true },
    ],
    names,
  )
}
