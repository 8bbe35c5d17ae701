import { CATEGORIES, type Category } from '../memory/category.ts'
import type { Prediction } from '../memory/retrieval.ts'

export const PREDICTOR_ID = 'rules-v1'

/** Where in the text a cue counts in full; later it counts as its square root: the first verb says what is done. */
const LEADING_CHARACTERS = 24
/** Rules are never surer than this many to one. */
const MOST_ODDS = 40

interface Cue {
  pattern: RegExp
  category: Category
  /** How many times likelier the category becomes when the cue leads the text (ours, set by hand). */
  odds: number
  /** What to call the cue where its own words say nothing. */
  name: string | null
}

const CODE =
  '(?:code|function|method|class|definition|cause|root cause|source|implementation|callers?|usages?|place|spot|line|module|file)'
const TEST = '(?:tests?|test cases?|unit tests?|regression tests?|test suite|suite)'
const BUG =
  '(?:bug|issue|problem|error|failure|crash|exception|traceback|behaviou?r|defect|symptom|misbehaviou?r)'
const MAKE = '(?:construct|write|create|build|craft|prepare|set up|add|make|compose|draft|script|assemble)'
const GONE =
  '(?:gone|(?:is|are|now|been|being|stays?) (?:fixed|resolved|solved)|no longer|disappear\\w*|does not come back|not come back)'

// `+` after each opener, not `*`: with two ways to read a comma the match would take exponential time.
const OPENING =
  "(?:^|[;:] )\\W*(?:(?:let me|let us|let's|i need to|i will|i'll|i should|now|first|next|then|we should|need to|going to|start by|begin by|okay|ok|to)\\b[\\s,]+)*"

const cue = (category: Category, odds: number, pattern: string, name: string | null = null): Cue => {
  return { category, odds, pattern: new RegExp(pattern, 'i'), name }
}

/** Cue words and phrases of rules-v1. Several may speak for one category: the strongest in full, the others as roots. */
const CUES: readonly Cue[] = [
  cue(
    'REPRODUCE',
    30,
    `\\b${MAKE}\\b[^.;]{0,40}\\b(?:fail\\w*|reproduc\\w*|minimal)\\b[^.;]{0,24}\\b(?:${TEST}|case|scripts?|example|snippet|program|fixture)\\b`,
  ),
  cue('REPRODUCE', 10, `\\b${MAKE}\\b[^.;]{0,40}\\b(?:${TEST}|case|scripts?|fixture|snippet|harness)\\b`),
  cue('REPRODUCE', 24, '\\breproduc(?:e|es|ed|ing|tion|ible|er)\\b|\\brepro\\b|\\brecreat(?:e|es|ing)\\b'),
  cue(
    'REPRODUCE',
    5,
    '\\bfailing (?:test|case|example)\\b|\\btest (?:that|which) fails\\b|\\bminimal (?:example|case|script|program)\\b',
  ),
  cue(
    'REPRODUCE',
    14,
    '\\b(?:script|snippet|test|program) (?:to|that|which) (?:see|shows?|checks?|demonstrates?|triggers?|exposes?|provokes?|exhibits?)\\b',
  ),
  cue(
    'REPRODUCE',
    10,
    `\\b(?:trigger|demonstrate|show|provoke|expose|observe|witness|capture|exhibit)\\b[^.;]{0,16}\\b${BUG}\\b`,
  ),
  cue(
    'REPRODUCE',
    14,
    `\\b(?:confirm|verify|check|see|establish|prove)\\b[^.;]{0,24}\\b${BUG}\\b(?![^.;]{0,30}\\b${GONE}\\b)`,
  ),
  cue('REPRODUCE', 6, '\\b(?:see|make|watch)\\b[^.;]{0,30}\\bfail(?:s|ing)?\\b'),
  cue(
    'REPRODUCE',
    8,
    `${OPENING}(?:show|trigger|provoke|try|simulate|feed|hold|vary|send|fetch|force|mimic|exercise)\\b`,
  ),
  cue('REPRODUCE', 3, '\\band (?:see|expect|watch|observe)\\b|\\bexpect\\w* (?:it|the|them|an?)\\b'),
  cue('REPRODUCE', 5, '\\bbefore (?:changing|touching|fixing|editing|any (?:change|edit|fix))\\b'),
  cue(
    'ANALYZE',
    24,
    `\\b(?:locate|find|search|look|grep|trace|track down|identify|pinpoint|determine|work out|figure out)\\b[^.;]{0,32}\\b(?:where|which|why|how|what|${CODE})\\b`,
  ),
  cue(
    'ANALYZE',
    10,
    `${OPENING}(?:locat|find|search|look|trac|identif|explor|read|inspect|examin|understand|investigat|determin|analy[sz]|stud|review|brows|open|list|grep|scan|survey|navigat|diagnos|learn|view|compare|isolate|narrow)`,
  ),
  cue(
    'ANALYZE',
    8,
    '\\bunderstand\\w*\\b|\\broot cause\\b|\\bfigure out\\b|\\bdiagnos\\w+\\b|\\bhypothes[ie]s\\b',
  ),
  cue(
    'ANALYZE',
    3,
    '\\bwhy\\b|\\bwhere\\b|\\bhow\\b[^.;]{0,30}\\b(?:works?|handled|built|computed|called|used|defined)\\b',
  ),
  // No request at all, only a symptom: understanding comes first.
  cue(
    'ANALYZE',
    4,
    '^(?:the|an?|our|my|it|this|that|people|users?|when|after|on|in|with|one|some|every)\\b',
    'tells what happens',
  ),
  cue(
    'EDIT',
    10,
    `${OPENING}(?:chang|replac|modif|implement|edit|fix|patch|updat|refactor|renam|add|remov|delet|mov|insert|rewrit|appl|introduc|handl|mak|convert|extend|correct|adjust|swap|delegat|guard|rais|return|us[ei]|wrap|restor|switch|pass|drop|skip|normali[sz]|set|simplif|attach|register|give|keep|turn|translat|bypass|upgrad|bump|merg|split|inline|allow|prevent|support|override|cache|clamp|escape|sort|reset|tweak|repair)`,
  ),
  cue('EDIT', 24, '\\b(?:apply|implement|make|write)\\b[^.;]{0,16}\\b(?:fix|change|patch|solution|edit)\\b'),
  cue('EDIT', 6, '\\b(?:change|replace|modify|rewrite|rename|refactor|implement|patch)\\b'),
  cue('EDIT', 3, '\\binstead of\\b|\\bso that\\b|\\brather than\\b'),
  cue(
    'VERIFY',
    30,
    `\\b(?:run|rerun|re-run|execute)\\b[^.;]{0,40}\\b(?:${TEST}|scripts?|checks?|reproduction)\\b[^.;]{0,40}\\b(?:again|after|once more|with the fix|now)\\b`,
  ),
  cue('VERIFY', 12, `\\b(?:run|rerun|re-run|execute)\\b[^.;]{0,30}\\b(?:${TEST}|checks)\\b`),
  cue('VERIFY', 14, '\\b(?:confirm|verify|validate|double[- ]check|make sure|ensure)\\b'),
  cue(
    'VERIFY',
    30,
    `\\b(?:confirm|verify|check|see|make sure|ensure)\\b[^.;]{0,50}\\b(?:${GONE}|passes|pass|works?|still)\\b`,
  ),
  cue(
    'VERIFY',
    18,
    '\\bafter (?:the|my|this|that|our|applying|making)\\b[^.;]{0,16}\\b(?:fix|change|edit|patch)\\w*\\b|\\bwith the fix\\b',
  ),
  cue(
    'VERIFY',
    10,
    '\\b(?:still|now|all) (?:pass|passes|passing|work|works|green)\\b|\\bnothing else (?:broke|breaks|changed)\\b|\\b(?:did|does) not break\\b',
  ),
  cue(
    'VERIFY',
    8,
    '\\bre-?(?:run|test|check)\\b|\\bfull (?:test )?suite\\b|\\bexisting tests\\b|\\bno regressions?\\b|\\bfor regressions\\b',
  ),
  cue('VERIFY', 8, `${OPENING}(?:check|compare|test|walk)\\b`),
  cue('VERIFY', 3, '\\bedge cases?\\b|\\bsubmit\\b|\\bclean ?up\\b'),
]

/**
 * P(z) for what the agent is about to do, by cue words; not for a whole task, which has no category.
 * The four sum to 1; without any cue they are equal. Odds only multiply, so the numbers are the same on every machine.
 */
export function predictCategory(text: string): Prediction {
  const line = text.slice(0, 2_000).replace(/\s+/g, ' ').trim()
  const found = CUES.flatMap(({ category, odds, pattern, name }) => {
    const match = pattern.exec(line)
    if (!match) return []
    const weight = match.index < LEADING_CHARACTERS ? odds : Math.sqrt(odds)
    return [{ category, weight, words: name ?? match[0].replace(/^\W+/, '').toLowerCase() }]
  }).sort((a, b) => b.weight - a.weight)
  const odds = CATEGORIES.map((category) => oddsOf(found.filter((one) => one.category === category)))
  const total = odds.reduce((sum, value) => sum + value, 0)
  const entries = CATEGORIES.map((category, i) => [category, (odds[i] ?? 0) / total] as const)
  return {
    predictor: PREDICTOR_ID,
    probabilities: Object.fromEntries(entries) as Prediction['probabilities'],
    cues: [...new Set(found.map((one) => one.words.slice(0, 60)))].slice(0, 5),
  }
}

function oddsOf(found: readonly { weight: number }[]): number {
  const odds = found.reduce(
    (product, { weight }, i) => product * (i === 0 ? weight : Math.sqrt(Math.sqrt(weight))),
    1,
  )
  return Math.min(odds, MOST_ODDS)
}

/** The likeliest category; of equal ones the earlier in the method's order. */
export function likeliestCategory({ probabilities }: Prediction): Category {
  return likeliest(probabilities)
}

/** The category of the highest P(z); of equals the first in their fixed order. */
export function likeliest(probabilities: Prediction['probabilities']): Category {
  return CATEGORIES.reduce((best, category) =>
    probabilities[category] > probabilities[best] ? category : best,
  )
}
