import type { Category } from '../../memory/category.ts'
import type { Description } from '../../memory/entry.ts'
import { speaks } from '../../memory/rule.ts'
import { matchesOf } from '../../memory/text/matches-of.ts'
import type { Step, Trajectory } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import type { LocalNames } from '../local-names.ts'
import { mechanismsIn, plainNounsIn, plainWordsOf } from '../mechanism-lexicon.ts'
import { errorInWords, isWellKnown } from '../well-known-names.ts'
import { abstractText } from './abstract-text.ts'
import {
  type Candidate,
  createCandidates,
  isTrivial,
  LEAST_CLARITY,
  pickBest,
  richness,
} from './candidates.ts'
import { lower, plainSentence, shorten } from './imperative.ts'
import { GOALS, LOST_OBJECT } from './tables/part-rules.ts'

const MAX_WORDS = 30
const FALLBACK: Record<Category, string> = {
  ANALYZE: 'find the cause:',
  REPRODUCE: 'reproduce the fault:',
  EDIT: 'change the source:',
  VERIFY: 'verify the change:',
}

/** A goal in the agent's own words that says at least this much is taken. Ours. */
const LEAST_RICHNESS = 1.5

/**
 * The anchor d of a subtask, after the fact, from its own thoughts: one goal of at most 30 words, its stated intention or a template
 * without one. Keywords name mechanisms from the lexicon and error classes. No
 * paths, no names, no text of the task.
 */
export function describeSubtask(
  category: Category,
  steps: readonly Step[],
  candidates: readonly Candidate[],
  names: LocalNames,
): Description {
  const goal = pickBest(candidates, (c) => goalScore(category, c, candidates))
  const stated = goal === null || richness(goal) < LEAST_RICHNESS ? null : shorten(goal.text, MAX_WORDS)
  const objective = stated === null ? null : asObjective(stated)
  const sources: KeywordSource[] = steps.map((s) => ({ text: s.thought ?? '', weight: 1, isSubject: false }))
  sources.push({ text: objective ?? '', weight: 3, isSubject: true })
  const keywords = keywordsOf(sources, names)
  return {
    objective: objective ?? `${FALLBACK[category]} ${keywords.slice(0, 3).join(', ')}`.replace(/: $/, ''),
    keywords,
  }
}

/** How well a sentence states what the subtask is for. */
function goalScore(category: Category, c: Candidate, all: readonly Candidate[]): number {
  if (c.clarity < LEAST_CLARITY || c.leaks || c.mood === 'statement') return 0
  if (speaks([LOST_OBJECT], c.text)) return 0
  const isGoal = speaks([GOALS[category]], c.text)
  // What only another stage sets out to do is no name of this one; an analysis may end in the plan that it found.
  if (category !== 'ANALYZE' && !isGoal && speaks(Object.values(GOALS), c.text)) return 0
  const dull = isTrivial(c.text) ? 0.35 : c.hedged ? 0.6 : 1
  const position = all.length < 2 ? 0 : all.indexOf(c) / (all.length - 1)
  const purposeful =
    /\b(?:to (?:see|find|understand|check|verify|confirm|reproduce|ensure|handle|fix|make|avoid|support|prevent|allow)|why|how|whether|so that|because|when|if|that)\b/i.test(
      c.text,
    )
      ? 0.6
      : 0
  return (
    dull *
    c.clarity *
    ((isGoal ? 2 : 1) +
      Math.min(5, richness(c)) * 0.4 +
      purposeful -
      0.4 * position +
      (c.words >= 8 ? 0.4 : 0))
  )
}

/** Steps that a description at the start looks back on. */
const LOOKS_BACK = 3
/** Words of each part of a description at the start; together at most what an embedder reads well. Ours. */
const PROBLEM_WORDS = 18
const PLAN_WORDS = 14
const ERROR_WORDS = 10
const TOUCHED_WORDS = 4

/**
 * What an agent could have asked for when the subtask began: the problem, what it announced last, the last error it saw, and what it
 * touched, as words of the trade. From the task and the steps before `fromStep`, nothing later. It does not know the category, since
 * later steps decide that.
 */
export function describeAtStart(
  trajectory: Pick<Trajectory, 'task' | 'steps'>,
  fromStep: number,
  names: LocalNames,
  candidatesOf = createCandidates(names),
  title = titleOf(trajectory, names),
): Description {
  const before = trajectory.steps.filter((step) => step.n < fromStep)
  const recent = before.slice(-LOOKS_BACK)
  const known: LocalNames = {
    own: names.own,
    kindOf: (name, step) => names.kindOf(name, Math.min(step, fromStep)),
  }
  const keywords = atStartKeywords(trajectory.task, recent, known)
  const plan = said(recent, candidatesOf, 'imperative')
  const seen = plan === null ? said(recent, candidatesOf, 'statement') : null
  const error = lastError(recent, known, fromStep)
  const touched = touchedWords(recent, title)
  const parts = [
    plan === null ? title : `${asObjective(plan)}: ${cutWords(title, PROBLEM_WORDS)}`,
    ...(seen === null ? [] : [asObjective(seen)]),
    ...(error === null ? [] : [`after ${error}`]),
    ...(touched.length === 0 ? [] : [`around ${touched.join(', ')}`]),
  ]
  return { objective: parts.join('; ').slice(0, 400), keywords }
}

/**
 * The last goal that the agent stated, or the last thing that it said of the matter, at least as clear as one that could stand in a
 * description, and not empty of content; null without one.
 */
function said(
  recent: readonly Step[],
  candidatesOf: (step: Step) => readonly Candidate[],
  mood: 'imperative' | 'statement',
): string | null {
  for (const step of [...recent].reverse()) {
    const best = pickBest(candidatesOf(step), (c) =>
      c.clarity < 0.5 ||
      c.leaks ||
      c.content < 3 ||
      c.mood !== mood ||
      (mood === 'statement' && c.mechanism === 0) ||
      isTrivial(c.text)
        ? 0
        : c.clarity * (1 + c.mechanism),
    )
    const plan = best === null ? null : shorten(best.text, PLAN_WORDS)
    if (plan !== null) return plan
  }
  return null
}

const ERROR_LINE = /^(?:E {1,6})?([A-Z][A-Za-z]{2,40}(?:Error|Exception|Warning))\b:?[ \t]*(.{0,200})$/gm

/** What a harness writes behind the last line: `[Python Interpreter: …]`. */
const WRAPPER_NOTE = /\[[A-Z][^[\]]*: [^[\]]*(?:\]|$)/g

/** The last error line of the outputs, its class in words and what of its message is nobody's own; null without one. */
function lastError(recent: readonly Step[], names: LocalNames, fromStep: number): string | null {
  const lines = recent.flatMap(({ observations }) =>
    observations.flatMap(({ text }) => matchesOf(text.slice(-6_000), ERROR_LINE)),
  )
  const [, name = '', message = ''] = lines.at(-1) ?? []
  if (name === '') return null
  const words = isWellKnown(name, names.own) ? errorInWords(name) : 'an error'
  const { text } = abstractText(message, names, fromStep)
  const told = cutWords(
    text
      .replace(WRAPPER_NOTE, '')
      .replace(/["'`<>]/g, '')
      .trim(),
    ERROR_WORDS,
  )
  return told === '' || scanLeaks(told, names.own).length > 0 ? words : `${words}: ${told}`
}

/** Words of the trade in the names of what the last actions touched, newest first, without those the problem has. */
function touchedWords(recent: readonly Step[], problem: string): string[] {
  const said = new Set(problem.toLowerCase().split(/\W+/))
  const touched = [...recent]
    .reverse()
    .flatMap(({ actions }) =>
      actions.flatMap(({ text }) => text.slice(0, 2_000).match(NAMES_IN_ACTIONS) ?? []),
    )
    .flatMap((name) => plainWordsOf(name.replace(/\.\w{1,5}$/, '')))
    .filter((word) => mechanismsIn(word).length > 0 || plainNounsIn(word).length > 0)
  return [...new Set(touched)].filter((word) => !said.has(word)).slice(0, TOUCHED_WORDS)
}

/** Names of files and functions: with a bar, a point, a slash or a hump inside. */
const NAMES_IN_ACTIONS = /\b[A-Za-z]\w*(?:[_./][A-Za-z]\w*)+|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*/g

function cutWords(text: string, most: number): string {
  return text.split(/\s+/).slice(0, most).join(' ')
}

/** What the task is called, without names of its own: the same wherever in the run it is asked. */
export function titleOf(trajectory: Pick<Trajectory, 'task'>, names: LocalNames): string {
  const raw = (trajectory.task.title.trim() || trajectory.task.text.trim().split('\n')[0] || 'the task')
    .slice(0, 300)
    .replace(
      /^(?:\[[^\]]{1,20}\]:?|(?:BUG|ENH|DOC|REGR|Bug|Feature|Enhancement)\b:?|\(?[A-Z]+-\d+\)?:?)\s*/,
      '',
    )
  const { text } = abstractText(raw, names, 0)
  const plain = plainSentence(text)?.text ?? text
  return (
    asObjective(shorten(plain, MAX_WORDS) ?? plain.split(' ').slice(0, MAX_WORDS).join(' ')) || 'the task'
  )
}

/** Small first letter, no full stop. */
function asObjective(sentence: string): string {
  return lower(sentence.replace(/\.+$/, '').trim())
}

const MAX_KEYWORDS = 8
const MIN_KEYWORDS = 3
/** Up to here, terms that the thoughts name only once fill the list. Ours. */
const ENOUGH_KEYWORDS = 5

/** A text that speaks of the subtask. */
interface KeywordSource {
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
function keywordsOf(sources: readonly KeywordSource[], names: LocalNames): string[] {
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
function atStartKeywords(task: Trajectory['task'], recent: readonly Step[], names: LocalNames): string[] {
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
