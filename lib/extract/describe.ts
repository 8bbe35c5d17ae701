import type { Category } from '../memory/category.ts'
import type { Description } from '../memory/subtask.ts'
import type { Step, Trajectory } from '../memory/trajectory.ts'
import { abstractText } from './abstract-text.ts'
import { type Candidate, candidatesOf, isTrivial, NAVIGATION, pickBest, richness } from './candidates.ts'
import { plainSentence, shorten } from './imperative.ts'
import type { LocalNames } from './local-names.ts'
import { mechanismsIn } from './mechanism-lexicon.ts'
import type { StepEvidence } from './stage-of-step.ts'
import { errorInWords, isWellKnown } from './well-known-names.ts'

const MAX_WORDS = 30
const MAX_KEYWORDS = 8
const MIN_KEYWORDS = 3
const GOAL_VERBS: Record<Category, RegExp> = {
  ANALYZE:
    /^(?:find|look|locate|understand|trace|check|examine|inspect|investigate|search|see|determine|identify|compare|read|analy[sz]e|explore|figure|learn|verify)\b/i,
  REPRODUCE:
    /^(?:reproduce|write|create|construct|build|run|trigger|show|confirm|demonstrate|test|update|add|make|simulate|set|verify|measure)\b/i,
  EDIT: /^(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|call|rename|import|refactor|implement|override|delegate|set|fix|insert|define|skip|make|apply|rewrite|bind|put|split|store|keep|compute|extend|allow|catch|introduce|restore|revert|avoid|check|ensure)\b/i,
  VERIFY:
    /^(?:verify|run|test|check|confirm|ensure|make sure|rerun|re-run|compare|validate|review|see|add|write|create|update|look)\b/i,
}
const FALLBACK: Record<Category, string> = {
  ANALYZE: 'find the cause:',
  REPRODUCE: 'reproduce the fault:',
  EDIT: 'change the source:',
  VERIFY: 'verify the change:',
}

/** A description and whether it had to be made without a telling sentence. */
export interface Described {
  description: Description
  isVague: boolean
}

/**
 * The anchor d of a subtask, after the fact, from its own thoughts and outputs: one goal of at most 30 words and 3 to 8
 * keywords from the lexicon and from error classes. No paths, no names, no text of the task.
 */
export function describeSubtask(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  candidates: readonly Candidate[],
  names: LocalNames,
): Described {
  const keywords = keywordsOf(
    steps.flatMap((s) => [s.thought ?? '']),
    steps
      .filter((_, i) => evidence[i]?.result === 'failed')
      .flatMap((s) => s.observations.map((o) => o.text)),
    names,
    evidenceWords(evidence),
  )
  const best = pickBest(candidates, (c) => goalScore(category, c, candidates))
  const sentence = best === null ? null : shorten(best.text, MAX_WORDS)
  const cause =
    category === 'ANALYZE' && (best === null || NAVIGATION.test(best.text) || richness(best) < 2.5)
      ? causeOf(candidates)
      : null
  if (cause !== null) return { description: { objective: cause, keywords }, isVague: false }
  if (best !== null && sentence !== null && (richness(best) >= 1.5 || keywords.length < 2)) {
    return {
      description: { objective: asObjective(sentence), keywords },
      isVague: richness(best) < 2 && keywords.length < 3,
    }
  }
  return {
    description: {
      objective: `${FALLBACK[category]} ${keywords.slice(0, 3).join(', ') || 'unknown code'}`,
      keywords,
    },
    isVague: true,
  }
}

/** "find why the cursor method skips a row": the clearest cause of an analysis as its question. */
function causeOf(candidates: readonly Candidate[]): string | null {
  const best = pickBest(candidates, (c) =>
    c.mood === 'statement' &&
    !c.hedged &&
    !c.leaks &&
    c.clarity >= 0.6 &&
    richness(c) >= 3 &&
    /^(?:the|an?|each|every|no|both) [a-z]/i.test(c.text) &&
    !/^the (?:issue|problem|cause|fix|reason|error|key|change)\b/i.test(c.text) &&
    /\b(?:not|never|n't|instead|only|before|after|without|because|fails?|raises?|returns?|always|still|missing|wrong)\b/i.test(
      c.text,
    )
      ? c.clarity * (1 + richness(c))
      : 0,
  )
  const text = best === null ? null : shorten(best.text, MAX_WORDS - 2)
  return text === null ? null : `find why ${asObjective(text)}`
}

/** How well a sentence states what the subtask is for. */
function goalScore(category: Category, c: Candidate, all: readonly Candidate[]): number {
  if (c.clarity < 0.35 || c.leaks || (c.mood === 'statement' && category !== 'ANALYZE')) return 0
  const dull = NAVIGATION.test(c.text) || isTrivial(c.text) ? 0.35 : c.hedged ? 0.6 : 1
  const position = all.length < 2 ? 0 : all.indexOf(c) / (all.length - 1)
  const isGoal = c.mood === 'imperative' && GOAL_VERBS[category].test(c.text)
  const purposeful =
    /\b(?:to (?:see|find|understand|check|verify|confirm|reproduce|ensure|handle|fix|make|avoid|support|prevent|allow)|why|how|whether|so that|because|when|if|that)\b/i.test(
      c.text,
    )
      ? 0.6
      : 0
  return (
    dull *
    c.clarity *
    ((isGoal ? 2 : c.mood === 'imperative' ? 1 : 0.5) +
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
  const keywords = keywordsOf(
    [
      trajectory.task.title,
      trajectory.task.title,
      trajectory.task.text.slice(0, 6000),
      ...recent.map((s) => s.thought ?? ''),
    ],
    recent
      .flatMap((s) => s.observations.map((o) => o.text))
      .filter((o) => o.includes('Traceback') || /^E {3}/m.test(o)),
    known,
    [],
  )
  const last = pickBest(candidatesOf(before.slice(-1), known), (c) =>
    c.clarity < 0.5 || c.leaks || c.mood !== 'imperative' || NAVIGATION.test(c.text) || isTrivial(c.text)
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

function asObjective(sentence: string): string {
  const text = sentence.replace(/\.$/, '').trim()
  const first = text.split(/\s/)[0] ?? ''
  return /^[A-Z][a-z]+$/.test(first) && !isWellKnown(first)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

/** 3 to 8 lower-case keywords: error classes in words, then the lexicon's terms by weight and count. */
function keywordsOf(
  thoughts: readonly string[],
  outputs: readonly string[],
  names: LocalNames,
  padding: readonly string[],
): string[] {
  const scores = new Map<string, number>()
  const add = (term: string, score: number) => scores.set(term, (scores.get(term) ?? 0) + score)
  for (const text of thoughts) {
    for (const name of text.match(/\b[A-Z][A-Za-z]{2,40}(?:Error|Exception|Warning)\b/g) ?? []) {
      if (isWellKnown(name, names.own) && scores.get(errorInWords(name)) !== 4) add(errorInWords(name), 2)
    }
  }
  for (const text of outputs) {
    const name = [...text.slice(-3000).matchAll(/^(?:E {1,6})?([A-Z][A-Za-z]{2,40}Error)\b/gm)].at(-1)?.[1]
    if (name !== undefined && isWellKnown(name, names.own)) add(errorInWords(name), 3)
  }
  const prose = thoughts.map((t) => t.replace(/```[\s\S]*?(?:```|$)/g, ' ')).join('\n')
  for (const { term, weight, count } of mechanismsIn(prose)) add(term, weight * (1 + Math.log2(count)))
  const ranked = [...scores]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .filter(([, score], i) => score >= 1 || i < MIN_KEYWORDS)
    .map(([term]) => term)
  const chosen = ranked.slice(0, MAX_KEYWORDS)
  for (const word of padding) if (chosen.length < MIN_KEYWORDS && !chosen.includes(word)) chosen.push(word)
  return chosen
}

function evidenceWords(evidence: readonly StepEvidence[]): string[] {
  const kinds = new Set(evidence.flatMap((e) => e.kinds))
  const words: string[] = []
  if (kinds.has('run-scratch') || kinds.has('scratch-write')) words.push('reproduction script')
  if (kinds.has('run-tests')) words.push('test suite')
  if (kinds.has('test-write') || kinds.has('test-edit')) words.push('regression test')
  if (kinds.has('diff')) words.push('diff review')
  if (kinds.has('source-write')) words.push('source change')
  if (kinds.has('read')) words.push('code reading')
  if (kinds.has('cleanup')) words.push('clean-up')
  return words
}
