import type { Category } from '../../memory/category.ts'
import { speaks } from '../../memory/rule.ts'
import type { Description } from '../../memory/subtask.ts'
import type { Step, Trajectory } from '../../memory/trajectory.ts'
import type { LocalNames } from '../local-names.ts'
import { abstractText } from './abstract-text.ts'
import { type Candidate, candidatesOf, isTrivial, pickBest, richness } from './candidates.ts'
import { causeScore } from './cause-score.ts'
import { lower, plainSentence, shorten } from './imperative.ts'
import { atStartKeywords, type KeywordSource, keywordsOf } from './keywords.ts'
import { NAVIGATION } from './tables/candidate-rules.ts'
import { GOALS, LOST_OBJECT } from './tables/part-rules.ts'

const MAX_WORDS = 30
const FALLBACK: Record<Category, string> = {
  ANALYZE: 'find the cause:',
  REPRODUCE: 'reproduce the fault:',
  EDIT: 'change the source:',
  VERIFY: 'verify the change:',
}

/** A goal in the agent's own words that says at least this much stands before anything derived. Ours. */
const RICH_GOAL = 2.5

/**
 * The anchor d of a subtask, after the fact, from its own thoughts: one goal of at most 30 words, by falling worth its stated
 * intention, the cause it found, or a template without both. Keywords name mechanisms from the lexicon and error classes. No
 * paths, no names, no text of the task.
 */
export function describeSubtask(
  category: Category,
  steps: readonly Step[],
  candidates: readonly Candidate[],
  names: LocalNames,
): Description {
  const goal = pickBest(candidates, (c) => goalScore(category, c, candidates))
  const stated = goal === null ? null : shorten(goal.text, MAX_WORDS)
  const isRich =
    goal !== null && richness(goal) >= RICH_GOAL && !speaks([NAVIGATION], goal.text) && !isTrivial(goal.text)
  const objective =
    (isRich && stated !== null ? asObjective(stated) : null) ??
    (category === 'ANALYZE' ? causeOf(candidates) : null) ??
    (goal !== null && richness(goal) >= 1.5 && stated !== null ? asObjective(stated) : null)
  const sources: KeywordSource[] = steps.map((s) => ({ text: s.thought ?? '', weight: 1, isSubject: false }))
  sources.push({ text: objective ?? '', weight: 3, isSubject: true })
  const keywords = keywordsOf(sources, names)
  return {
    objective: objective ?? `${FALLBACK[category]} ${keywords.slice(0, 3).join(', ')}`.replace(/: $/, ''),
    keywords,
  }
}

/** "find why the cursor method skips a row": the clearest fault that an analysis found, as its question. */
function causeOf(candidates: readonly Candidate[]): string | null {
  const best = pickBest(candidates, (c) =>
    c.mood === 'statement' &&
    !c.leaks &&
    c.span.part.kind === 'thought' &&
    /^(?:the|an?|each|every|no) [a-z]/i.test(c.text) &&
    !/^the (?:issue|problem|cause|fix|reason|error|key|change|report|test|output|line|first|second|last|other)\b|\byou\b/i.test(
      c.text,
    )
      ? causeScore(c)
      : 0,
  )
  const text = best === null ? null : shorten(best.text.replace(/ therefore /, ' '), MAX_WORDS - 2)
  return text === null ? null : `find why ${asObjective(text)}`
}

/** How well a sentence states what the subtask is for. */
function goalScore(category: Category, c: Candidate, all: readonly Candidate[]): number {
  if (c.clarity < 0.45 || c.leaks || c.mood === 'statement' || c.span.part.kind === 'action') return 0
  if (speaks([LOST_OBJECT], c.text)) return 0
  const dull = speaks([NAVIGATION], c.text) || isTrivial(c.text) ? 0.35 : c.hedged ? 0.6 : 1
  const position = all.length < 2 ? 0 : all.indexOf(c) / (all.length - 1)
  const isGoal = c.mood === 'imperative' && speaks([GOALS[category]], c.text)
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

/**
 * What an agent could have asked for when the subtask began: from the task and the steps before `fromStep`, nothing later.
 * It does not know the category, since later steps decide that.
 */
export function describeAtStart(
  trajectory: Pick<Trajectory, 'task' | 'steps'>,
  fromStep: number,
  names: LocalNames,
): Description {
  const before = trajectory.steps.filter((step) => step.n < fromStep)
  const recent = before.slice(-3)
  const known: LocalNames = {
    own: names.own,
    kindOf: (name, step) => names.kindOf(name, Math.min(step, fromStep)),
  }
  const title = titleOf(trajectory, known)
  const keywords = atStartKeywords(trajectory.task, recent, known)
  const last = pickBest(candidatesOf(before.slice(-1), known), (c) =>
    c.clarity < 0.5 || c.leaks || c.mood !== 'imperative' || speaks([NAVIGATION], c.text) || isTrivial(c.text)
      ? 0
      : c.clarity * (1 + c.mechanism),
  )
  const plan = last !== null && last.mechanism >= 2 ? shorten(last.text, 18) : null
  const objective =
    plan === null
      ? title
      : `${asObjective(plan)}: ${title
          .split(' ')
          .slice(0, 29 - plan.split(' ').length)
          .join(' ')}`
  return { objective: objective.slice(0, 400), keywords }
}

function titleOf(trajectory: Pick<Trajectory, 'task'>, names: LocalNames): string {
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
  return lower(sentence.replace(/\.$/, '').trim())
}
