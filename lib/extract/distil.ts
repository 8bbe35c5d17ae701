import type { Category } from '../memory/category.ts'
import {
  type Citation,
  EXPERIENCE_PARTS,
  type Experience,
  type ExperiencePart,
  experienceWordCount,
  type RemovedSpan,
} from '../memory/subtask.ts'
import type { Span, Step } from '../memory/trajectory.ts'
import { abstractText } from './abstract-text.ts'
import { type Candidate, isTrivial, NAVIGATION, pickBest, richness } from './candidates.ts'
import { capital, shorten } from './imperative.ts'
import type { Judgement } from './judge.ts'
import { scanLeaks } from './leak-scan.ts'
import type { LocalNames } from './local-names.ts'
import { mechanismsIn } from './mechanism-lexicon.ts'
import type { StepEvidence } from './stage-of-step.ts'
import { isWellKnown } from './well-known-names.ts'

/** What one subtask teaches, or why it teaches nothing. */
export interface Distilled {
  experience: Experience | null
  /** Null exactly when there is an experience. */
  skippedBecause: string | null
  citations: Citation[]
  removed: RemovedSpan[]
}

/** One filled part with the raw text it rests on. */
interface Part {
  text: string
  spans: Span[]
  removed: RemovedSpan[]
  from: Candidate | null
}

/** Words a part may have; with a title of 12 that makes the 120 of an experience. Ours. */
const MAX_WORDS: Record<ExperiencePart, number> = { when: 24, do: 32, because: 30, check: 22 }
const MAX_TITLE_WORDS = 12
const LEAST_CLARITY = 0.45
/** A sentence below this says too little for the part. Ours, set by reading entries of real runs. */
const LEAST_SCORE: Record<ExperiencePart, number> = { when: 1.8, do: 2, because: 1.5, check: 1.6 }

/** Distils a judged subtask into an experience made of its own sentences, each part with the spans it rests on. */
export function distilSubtask(
  category: Category,
  judgement: Judgement,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  candidates: readonly Candidate[],
  names: LocalNames,
): Distilled {
  if (candidates.length === 0) return skipped('its thoughts hold no sentence that could stand alone')
  const usable = candidates.filter((c) => c.clarity >= LEAST_CLARITY && !c.leaks)
  const taken = new Set<Candidate>()
  const pick = (part: ExperiencePart, score: (c: Candidate) => number): Part | null => {
    const strong = (c: Candidate) => (score(c) >= LEAST_SCORE[part] ? score(c) : 0)
    const fits = (c: Candidate) =>
      c.words <= MAX_WORDS[part] || shorten(cleanPart(part, c.text), MAX_WORDS[part]) !== null
    const best = pickBest(usable, (c) => (taken.has(c) || !fits(c) ? 0 : strong(c)))
    if (best === null) return null
    taken.add(best)
    const text = shorten(cleanPart(part, best.text), MAX_WORDS[part]) ?? best.text
    return { text: sentence(text), spans: [best.span], removed: removedOf(best), from: best }
  }
  const action =
    (category === 'ANALYZE'
      ? (pick('do', planScore) ?? insight(category, pick('because', causeScore)))
      : null) ??
    pick('do', (c) => doScore(category, c)) ??
    insight(category, pick('because', insightScore))
  if (action === null) return skipped('none of its sentences says what to do')
  const failure = judgement.kind === 'avoid' ? failurePart(judgement, steps, names) : null
  const parts: Record<ExperiencePart, Part | null> = {
    do: action,
    because: failure ?? pick('because', (c) => becauseScore(c)),
    when: symptomOf(category, steps, evidence, names, () => pick('when', whenScore)),
    check:
      pick('check', (c) => (category === 'EDIT' || category === 'REPRODUCE' ? checkScore(c) : 0)) ??
      checkPart(category, steps, evidence, names),
  }
  if (!goesBeyondLooking(category, action, parts.because))
    return skipped('it looks around or runs things, and states no reason')
  const main = mainClause(
    capital(action.text.replace(/^(?:Look for|Build the|Base the|Check with)[^:]{1,30}: /, '')),
  )
  const short = shorten(main, MAX_TITLE_WORDS) ?? firstWords(main, MAX_TITLE_WORDS)
  const experience: Experience = {
    title:
      judgement.kind === 'avoid' && category === 'EDIT'
        ? `Did not work: ${lower(firstWords(short, MAX_TITLE_WORDS - 3))}`
        : short,
    kind: judgement.kind,
    when: parts.when?.text ?? '',
    do:
      judgement.kind === 'avoid' && category === 'EDIT'
        ? `What did not work as done: ${lower(action.text)}`
        : action.text,
    because: parts.because?.text ?? '',
    check: parts.check?.text ?? '',
  }
  for (const part of ['check', 'when'] as const) {
    if (experienceWordCount(experience) <= 120) break
    experience[part] = ''
    parts[part] = null
  }
  return {
    experience,
    skippedBecause: null,
    citations: EXPERIENCE_PARTS.flatMap((part) => (parts[part]?.spans ?? []).map((span) => ({ part, span }))),
    removed: distinct(EXPERIENCE_PARTS.flatMap((part) => parts[part]?.removed ?? [])),
  }
}

/** Two parts may come from one sentence; what left it is listed once. */
function distinct(spans: readonly RemovedSpan[]): RemovedSpan[] {
  return [...new Map(spans.map((s) => [`${s.step} ${s.part.kind} ${s.part.index} ${s.start}`, s])).values()]
}

function skipped(reason: string): Distilled {
  return { experience: null, skippedBecause: reason, citations: [], removed: [] }
}

const INSIGHT: Record<Category, string> = {
  ANALYZE: 'Look for this cause: ',
  REPRODUCE: 'Build the reproduction on this: ',
  EDIT: 'Base the change on this: ',
  VERIFY: 'Check with this in mind: ',
}

/** What was found out, as advice, where nothing says what to do. */
function insight(category: Category, fact: Part | null): Part | null {
  return fact === null ? null : { ...fact, text: INSIGHT[category] + lower(fact.text) }
}

/** Says that something is not as it should be. */
const FAULT =
  /\b(?:because|caused?|due to|instead of|which means|not|never|without|before|after|only|missing|wrong\w*|incorrect\w*|ignor\w+|overwrit\w+|drop\w*|los[te]\w*|fails?|raises?|breaks?|too (?:early|late|many|few))\b|n't\b/i

/** The same for an analysis, whose yield is the cause: better than where it looked. */
function causeScore(c: Candidate): number {
  const score = becauseScore(c)
  return score >= 2.3 && richness(c) >= 2.5 && c.clarity >= 0.6 && FAULT.test(c.text) && !isTrivial(c.text)
    ? score
    : 0
}

/** A fact that can stand alone as the lesson of a subtask. */
function insightScore(c: Candidate): number {
  const score = becauseScore(c)
  return score >= 2.8 && richness(c) >= 3 && c.clarity >= 0.6 && !isTrivial(c.text) ? score : 0
}

/** An entry needs a cause, or an action that carries its own reason or mechanism. */
function goesBeyondLooking(category: Category, action: Part, because: Part | null): boolean {
  if (because !== null) return true
  const c = action.from
  if (c !== null && category !== 'VERIFY' && c.mood === 'imperative' && INQUIRE.test(c.text)) return false
  return (
    c !== null &&
    c.words >= 7 &&
    (category === 'EDIT' || c.mood === 'statement' || REASONED.test(c.text)) &&
    richness(c) >= 2.5
  )
}

const REASONED =
  /\b(?:because|so that|since|instead of|rather than|if|when|before|after|only|without|both|even|into|to (?:avoid|ensure|handle|make|prevent|support|allow|keep|preserve|see if|check if|trigger|simulate|raise|return|use|convert|decode|encode|include|exclude|remove|check|catch|skip|pass|call|accept|match|ignore|escape|round|compare|return|wrap)|that (?:is|are|has|have|does|uses?|calls?|simulates?))\b/i

// ---- which sentence says what

const CHANGE =
  /^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|call|rename|import|refactor|implement|override|delegate|set|fix|insert|define|skip|make|apply|rewrite|bind|put|split|store|keep|compute|extend|allow|catch|introduce|restore|avoid|ensure|check|round|sort|decode|encode|escape|normali[sz]e|exclude|include|switch|delete|drop|initiali[sz]e|propagate|preserve|treat|compare|strip|append|merge|cast|create)\b/i
const TRY =
  /^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?(?:write|create|construct|build|reproduce|run|trigger|simulate|set|use|make|add|define|call|demonstrate|test|mock|verify|show|measure|import|update|start|feed|pin|configure|install|put|pass|compare)\b/i
const CHECK_VERB =
  /^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?(?:run|verify|test|check|confirm|ensure|make sure|rerun|re-run|compare|validate|add|write|create|update|use|extend|revert|put|restore|measure|repeat|review|look for|double-check)\b/i
const INQUIRE =
  /^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?(?:find|trace|check|investigate|determine|identify|compare|look for|look at how|look at where|understand|search|verify|follow|see (?:if|how|whether|where|why)|analy[sz]e|figure out|inspect|examine|print|debug|count|ask)\b/i
const VERBS: Record<Category, RegExp> = { ANALYZE: INQUIRE, REPRODUCE: TRY, EDIT: CHANGE, VERIFY: CHECK_VERB }
const MUST =
  /\b(?:must(?! have)|has to|have to|needs? to|it is (?:better|enough|necessary) to|is only worth|is important|should hold|the rule (?:can|should) be|the first suspect|the decisive|is enough|would hide)\b/i
const CAUSE: readonly (readonly [RegExp, number])[] = [
  [/\b(?:root cause|the (?:cause|reason|culprit)|caused by|because|that is why|this is why)\b/i, 2.5],
  [
    /\b(?:the (?:issue|problem|bug|error|failure) (?:is|was|lies|comes|occurs|happens|arises)|due to|as a result|which (?:means|causes|makes|leads))\b/i,
    2,
  ],
  [
    /\b(?:instead of|rather than|does not|doesn't|do not|don't|is not|isn't|are not|aren't|never|without|only (?:when|if|for|the|one)|always|still|before|after|cannot|can't|fails? to|no longer|incorrectly|unlike|whereas|but)\b/i,
    1,
  ],
  [
    /\b(?:since|so that|so|expects?|assumes?|overwrites?|ignores?|swallows?|loses?|mutates?|returns?|treats?|converts?|raises?|calls?|means)\b/i,
    0.7,
  ],
]
const SYMPTOM: readonly (readonly [RegExp, number])[] = [
  [/^(?:When|If|Whenever|Once|In case|For|On)\b/, 2],
  [
    /\b(?:fails?|raises?|crash(?:es)?|breaks?|throws?|error|traceback|wrong|incorrect(?:ly)?|missing|nothing happens|does nothing|lost|empty|unexpected|warns?|hangs?)\b/i,
    1.5,
  ],
  [/\b(?:when|if|whenever|instead of|returns?|prints?|gives?|shows?|expects?)\b/i, 1],
]
const CHECK: readonly (readonly [RegExp, number])[] = [
  [/\b(?:verify|confirm|make sure|ensure|double-check)\b/i, 2],
  [
    /\b(?:check (?:that|if|whether)|test (?:that|if|whether)|re-?run|run (?:the )?(?:existing |full |relevant |related )?(?:tests?|test suite|reproduction script))\b/i,
    1.8,
  ],
  [/\bshould (?:now |still )?(?:pass|print|return|raise|fail|be|give|work|show)\b/i, 1],
]

const CHECK_START =
  /^(?:to [^,]+, |if [^,]+, |after [^,]+, )?(?:verify|confirm|make sure|ensure|double-check|check|test|rerun|re-run|run|compare|the (?:test|tests|script|run|result|output) should)\b/i

function doScore(category: Category, c: Candidate): number {
  if (NAVIGATION.test(c.text) || isTrivial(c.text) || c.hedged) return 0
  const isOwnVerb = c.mood === 'imperative' && VERBS[category].test(c.text)
  const isPlan = category === 'ANALYZE' && c.mood === 'imperative' && CHANGE.test(c.text)
  const isVerb =
    c.mood === 'imperative' &&
    (CHANGE.test(c.text) || CHECK_VERB.test(c.text) || TRY.test(c.text) || INQUIRE.test(c.text))
  const must = c.mood === 'statement' && MUST.test(c.text)
  const isInquiry = (category === 'REPRODUCE' || category === 'EDIT') && INQUIRE.test(c.text)
  const base = isInquiry ? 0.6 : isOwnVerb || isPlan ? 2 : isVerb ? 1.2 : must ? 0.9 : 0
  const reasoned = REASONED.test(c.text) ? 0.7 : 0
  if (base === 0 || richness(c) < 1.5 || (richness(c) < 2.5 && reasoned === 0)) return 0
  if (
    /^(?:look|read|search|list|view|open|examine|explore|locate|find|see)\b/i.test(c.text) &&
    (reasoned === 0 || richness(c) < 2.5)
  )
    return 0
  return c.clarity * (base + Math.min(6, richness(c)) * 0.3 + reasoned + lengthBonus(c))
}

/** A change that the analysis ends in: worth more than where it looked. */
function planScore(c: Candidate): number {
  const score =
    CHANGE.test(c.text) && !/^(?:check|add debug|add print|create|use a)\b/i.test(c.text)
      ? doScore('ANALYZE', c)
      : 0
  return score >= 3 ? score : 0
}

function becauseScore(c: Candidate): number {
  if (
    c.mood === 'imperative' ||
    c.hedged ||
    /^(?:If|When) (?:you|this|it|that)\b|^You\b|^Wait\b|^(?:This|It) (?:fix|chang|add|handl|ensur|work|look)|\bthe issue is about\b/i.test(
      c.text,
    )
  )
    return 0
  const cue = CAUSE.reduce((sum, [pattern, weight]) => sum + (pattern.test(c.text) ? weight : 0), 0)
  const isCase = /^(?:If|When|Once|While)\b/.test(c.text)
  return cue < (isCase ? 2 : 1) || richness(c) < 2
    ? 0
    : c.clarity * (cue + Math.min(6, richness(c)) * 0.25 + lengthBonus(c))
}

function whenScore(c: Candidate): number {
  if (c.mood === 'imperative' || c.hedged || /^(?:If|When|Once) (?:you|this|it|that)\b|^You\b/.test(c.text))
    return 0
  const cue = SYMPTOM.reduce((sum, [pattern, weight]) => sum + (pattern.test(c.text) ? weight : 0), 0)
  return cue < 1.5 || richness(c) < 1.5
    ? 0
    : c.clarity * (cue + Math.min(6, richness(c)) * 0.15 + lengthBonus(c))
}

function checkScore(c: Candidate): number {
  if (c.hedged || !CHECK_START.test(c.text)) return 0
  if (isTrivial(c.text) || NAVIGATION.test(c.text)) return 0
  const cue = CHECK.reduce((sum, [pattern, weight]) => sum + (pattern.test(c.text) ? weight : 0), 0)
  return cue < 1.5 ? 0 : c.clarity * (cue + Math.min(6, richness(c)) * 0.15 + lengthBonus(c))
}

function lengthBonus(c: Candidate): number {
  return c.words >= 9 && c.words <= 28 ? 0.6 : c.words < 7 ? -0.4 : 0
}

// ---- parts from what commands and outputs show

/** The situation: an error with a readable message, else a sentence, else the bare error class. */
function symptomOf(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
  fromSentences: () => Part | null,
): Part | null {
  const seen = symptomPart(category, steps, evidence, names)
  return seen?.text.includes('(') ? seen : (fromSentences() ?? seen)
}

/** "A run ends in KeyError: ..." from the last traceback that the subtask itself saw. */
function symptomPart(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
): Part | null {
  if (category === 'EDIT') return null
  const error = lastError(
    steps.filter((_, i) => evidence[i]?.result === 'failed'),
    names,
  )
  return error === null
    ? null
    : { text: `A run ends in ${error.text}.`, spans: [error.span], removed: error.removed, from: null }
}

function failurePart(judgement: Judgement, steps: readonly Step[], names: LocalNames): Part | null {
  const span = judgement.evidence[0]
  if (span === undefined) return null
  const step = steps.find((s) => s.n === span.step)
  const error = step === undefined ? null : lastError([step], names)
  const what = capital(judgement.because)
  return error === null
    ? null
    : { text: `${what} with ${error.text}.`, spans: [error.span], removed: error.removed, from: null }
}

/** What was run to see the result, with the result; nothing when nothing was. */
function checkPart(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
): Part | null {
  const at = evidence.findLastIndex((e) => e.result === 'passed' || e.result === 'failed')
  const step = steps[at]
  const kinds = evidence[at]?.kinds ?? []
  const result = evidence[at]?.result
  const action = step?.actions.length === 1 ? step.actions[0] : undefined
  if (step === undefined || action === undefined || step.observations.length === 0) return null
  const what = kinds.includes('run-tests')
    ? 'the existing tests'
    : kinds.includes('run-scratch')
      ? 'the script'
      : null
  if (what === null) return null
  const spans: Span[] = [wholeAction(step)]
  const them = what === 'the script' ? 'it' : 'they'
  if (category === 'REPRODUCE') {
    return result === 'failed'
      ? {
          text: `Run ${what} before any change and see that ${them} fail${them === 'it' ? 's' : ''}.`,
          spans,
          removed: [],
          from: null,
        }
      : null
  }
  if (result !== 'passed') return null
  const error = lastError([step], names)
  if (error !== null) return null
  return { text: `Run ${what} after the change; here ${them} passed.`, spans, removed: [], from: null }
}

function wholeAction(step: Step): Span {
  return {
    step: step.n,
    part: { kind: 'action', index: 0 },
    start: 0,
    end: Math.min(400, step.actions[0]?.text.length ?? 0),
  }
}

const ERROR_LINE =
  /^(?:E {1,6})?(?:[\w.]{1,80}\.)?([A-Z]\w{2,40}(?:Error|Exception))\b(?::[ \t]*([^\n]{0,160}))?$/gm

/** The last named error of the outputs, with its message abstracted and cut to 10 words. */
function lastError(
  steps: readonly Step[],
  names: LocalNames,
): { text: string; span: Span; removed: RemovedSpan[] } | null {
  for (const step of steps.toReversed()) {
    for (const [index, observation] of step.observations.entries()) {
      const offset = Math.max(0, observation.text.length - 8000)
      const match = [...observation.text.slice(offset).matchAll(ERROR_LINE)].at(-1)
      const name = match?.[1]
      if (match === undefined || name === undefined || !isWellKnown(name, names.own)) continue
      const message = match[2]?.trim() ?? ''
      const start = offset + match.index + match[0].lastIndexOf(message === '' ? name : message)
      const part = { kind: 'observation' as const, index }
      const span: Span = {
        step: step.n,
        part,
        start: offset + match.index,
        end: offset + match.index + match[0].length,
      }
      const abstract = abstractText(message, names, step.n + 1)
      const words = abstract.text.replace(/[\s.:;,]+$/, '').split(' ')
      const isReadable =
        message !== '' &&
        words.length <= 14 &&
        /[a-z]{3} [a-z]/.test(abstract.text) &&
        scanLeaks(abstract.text, names.own).length === 0 &&
        !/[{}[\]<>=]/.test(abstract.text)
      const removed = abstract.removed.map(
        (r): RemovedSpan => ({
          step: step.n,
          part,
          start: start + r.start,
          end: start + r.end,
          type: r.type,
        }),
      )
      return {
        text: isReadable ? `${name} (${words.join(' ')})` : name,
        span,
        removed: isReadable ? removed : [],
      }
    }
  }
  return null
}

// ---- words

const CAUSE_FRAME =
  /^(?:so )?(?:the|this|my|a) (?:main |real |actual |core |underlying )?(?:root cause|cause|reason|issue|problem|bug|culprit|error|key)(?: here)? (?:is|was|seems to be)(?: simply| just)? (?:that|because) |^(?:this|that|it)(?: is|'s) (?:because|since) |^because |^the cause is (?:proved|clear|found): /i

function cleanPart(part: ExperiencePart, text: string): string {
  return part === 'because' || part === 'when' ? capital(text.replace(CAUSE_FRAME, '')) : text
}

function removedOf(c: Candidate): RemovedSpan[] {
  return c.removed.map((r) => ({
    step: c.span.step,
    part: c.span.part,
    start: c.span.start + r.start,
    end: c.span.start + r.end,
    type: r.type,
  }))
}

function sentence(text: string): string {
  return `${capital(text.replace(/\.$/, ''))}.`
}

function lower(text: string): string {
  return /^[A-Z][a-z]/.test(text) && !isWellKnown(text.split(/\W/)[0] ?? '')
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

/** Without the condition or purpose in front. */
function mainClause(text: string): string {
  const rest = text.replace(/^(?:to|in order to|if|when|since|because|once|before|after) [^,]+, /i, '')
  return rest.split(' ').length < 4 ? text : capital(rest)
}

function firstWords(text: string, max: number): string {
  const words = text.replace(/\.$/, '').split(' ')
  let end = Math.min(max, words.length)
  while (
    end > 3 &&
    /^(?:the|a|an|of|to|in|on|for|and|or|with|by|from|that|is|are|if|when|it|as|at|its|be|which|not|another)$/i.test(
      words[end - 1] ?? '',
    )
  )
    end -= 1
  const clause = words
    .slice(0, end)
    .findLastIndex(
      (word, i) =>
        i >= 4 &&
        /^(?:where|that|which|to|if|so|when|because|and|or|in|for|with|by|from|instead|before|after)$/i.test(
          word,
        ),
    )
  if (words.length > max && clause >= 4) end = clause
  while (
    end > 3 &&
    /^(?:the|a|an|of|to|in|on|for|and|or|with|by|from|that|is|are|if|when|it|as|at|its)$/i.test(
      words[end - 1] ?? '',
    )
  )
    end -= 1
  return words
    .slice(0, end)
    .join(' ')
    .replace(/[\s,;:(]+$/, '')
}

/** Flags of a finished experience: what leaked, what is empty, what says too little. */
export function lintExperience(experience: Experience, own: string | null): string[] {
  const flags = new Set<string>()
  for (const text of [experience.title, ...EXPERIENCE_PARTS.map((part) => experience[part])]) {
    for (const leak of scanLeaks(text, own)) flags.add(`leak: ${leak.type}`)
  }
  for (const part of ['when', 'because', 'check'] as const)
    if (experience[part] === '') flags.add(`empty-${part}`)
  if (mechanismsIn(`${experience.do} ${experience.because}`).reduce((sum, m) => sum + m.weight, 0) < 1)
    flags.add('vague')
  return [...flags].sort()
}
