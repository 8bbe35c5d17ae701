import type { Category } from '../../memory/category.ts'
import { type Candidate, isTrivial, NAVIGATION, richness } from './candidates.ts'

/* How well a sentence would serve as each part of an experience; 0 = not at all. Weights are ours, set by reading entries of real runs. */

export const REASONED =
  /\b(?:because|so that|since|instead of|rather than|if|when|before|after|only|without|both|even|into|to (?:avoid|ensure|handle|make|prevent|support|allow|keep|preserve|see if|check if|trigger|simulate|raise|return|use|convert|decode|encode|include|exclude|remove|check|catch|skip|pass|call|accept|match|ignore|escape|round|compare|return|wrap)|that (?:is|are|has|have|does|uses?|calls?|simulates?))\b/i

export const CHANGE =
  /^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|call|rename|import|refactor|implement|override|delegate|set|fix|insert|define|skip|make|apply|rewrite|write|attach|register|take|accept|hold|let|bind|put|split|store|keep|compute|extend|allow|catch|introduce|restore|avoid|ensure|check|round|sort|decode|encode|escape|normali[sz]e|exclude|include|switch|delete|drop|initiali[sz]e|propagate|preserve|treat|compare|strip|append|merge|cast|create)\b/i
const TRY =
  /^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?(?:write|create|construct|build|reproduce|run|trigger|simulate|set|use|make|add|define|call|demonstrate|test|mock|verify|show|measure|import|update|start|feed|pin|configure|install|put|pass|compare)\b/i
const CHECK_VERB =
  /^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?(?:run|verify|test|check|confirm|ensure|make sure|rerun|re-run|compare|validate|add|write|create|update|use|extend|revert|put|restore|measure|repeat|review|look for|double-check)\b/i
export const INQUIRE =
  /^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?(?:find|trace|check|investigate|determine|identify|compare|look for|look at how|look at where|understand|search|verify|follow|see (?:if|how|whether|where|why)|analy[sz]e|figure out|inspect|examine|print|debug|count|ask)\b/i
const VERBS: Record<Category, RegExp> = { ANALYZE: INQUIRE, REPRODUCE: TRY, EDIT: CHANGE, VERIFY: CHECK_VERB }
export const MUST =
  /\b(?:must(?! have)|has to|have to|needs? (?:to|an?|the) |it is (?:better|enough|necessary) to|is only worth|is important|should hold|the rule (?:can|should) be|the first suspect|the decisive|is enough|would hide|should (?:be|go|keep|return|raise|throw|stay|not|come|hold|point|use|have)|the (?:fix|repair|change) belongs|belongs? (?:on|at) the)\b/i
const CAUSE: readonly (readonly [RegExp, number])[] = [
  [/\b(?:root cause|the (?:cause|reason|culprit)|caused by|because|that is why|this is why)\b/i, 2.5],
  [
    /\b(?:the (?:issue|problem|bug|error|failure) (?:is|was|lies|comes|occurs|happens|arises)|due to|as a result|which (?:means|causes|makes|leads))\b/i,
    2,
  ],
  [
    /\b(?:instead of|rather than|does not|doesn't|do not|don't|is not|isn't|are not|aren't|never|without|only (?:when|if|for|the|one)|always|still|before|after|nobody|would|strictly|twice|misses|cannot|can't|fails? to|no longer|incorrectly|unlike|whereas|but)\b/i,
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
/** Something visible went wrong. */
const WRONG =
  /\b(?:fails?|failed|raises?|crash(?:es)?|breaks?|throws?|wrong\w*|incorrect(?:ly)?|missing|nothing happens|does nothing|lost|loses?|skips?|skipped|repeated|twice|too (?:early|late|many|few|long|short)|unexpected|hangs?|instead of|ignores?|ignored|not (?:respected|found|called|updated|applied|accepted|shown|handled|preserved|converted|work)|never|no longer|stale|nobody|and not)\b|n't\b/i
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

/** Starts with what only the run before it explains. */
const VAGUE_SUBJECT =
  /^(?:It|The (?:other|same|first|second|last|rest|only)|None|Neither|They|Or|And|But|Both|Everything|Nothing|Still|Wrong)\b|\b(?:do|does|did) (?:that|this|so)\b/i
const POINTS_BACK =
  /^[a-z-]+ (?:exactly |only |just )?(?:that|this|it|them|these|those)[,.]|^see (?:that|if) this\b/i

export function doScore(category: Category, c: Candidate): number {
  if (POINTS_BACK.test(c.text)) return 0
  if (NAVIGATION.test(c.text) || isTrivial(c.text) || c.hedged) return 0
  const isOwnVerb = c.mood === 'imperative' && VERBS[category].test(c.text)
  const isPlan = category === 'ANALYZE' && c.mood === 'imperative' && CHANGE.test(c.text)
  const isVerb = c.mood === 'imperative'
  const must =
    c.mood === 'statement' &&
    MUST.test(c.text.slice(0, 70)) &&
    !VAGUE_SUBJECT.test(c.text) &&
    (category !== 'ANALYZE' || /\bfirst suspect\b/.test(c.text))
  if (category === 'EDIT' && INQUIRE.test(c.text)) return 0
  const isInquiry = category === 'REPRODUCE' && INQUIRE.test(c.text)
  const base = isInquiry ? 0.6 : isOwnVerb || isPlan ? 2 : isVerb ? 1.2 : must ? 0.9 : 0
  const reasoned = REASONED.test(c.text) ? 0.7 : 0
  if (base === 0 || richness(c) < (category === 'EDIT' ? 1 : 1.5)) return 0
  if (
    /^(?:look|read|search|list|view|open|examine|explore|locate|find|see)\b/i.test(c.text) &&
    (reasoned === 0 || richness(c) < 2.5)
  )
    return 0
  return c.clarity * (base + Math.min(6, richness(c)) * 0.3 + reasoned + lengthBonus(c))
}

/** A change that the analysis ends in: worth more than where it looked. */
export function planScore(c: Candidate): number {
  const score =
    CHANGE.test(c.text) && !/^(?:check|add debug|add print|create|use a)\b/i.test(c.text)
      ? doScore('ANALYZE', c)
      : 0
  return score >= 3 ? score : 0
}

export function becauseScore(c: Candidate): number {
  if (
    c.mood === 'imperative' ||
    /^(?:None|Neither|They|The other two|Still|Wrong is|Test \d)\b/.test(c.text) ||
    c.hedged ||
    /^(?:If|When) (?:you|this|it|that)\b|^You\b|^Wait\b|->|\btests? pass|\bis sound\b|\bwhich is right\b|^(?:This|It) (?:fix|chang|add|handl|ensur|work|look)|\bthe issue is about\b/i.test(
      c.text,
    )
  )
    return 0
  const cue = CAUSE.reduce((sum, [pattern, weight]) => sum + (pattern.test(c.text) ? weight : 0), 0)
  const isCase = /^(?:If|When|Once|While)\b/.test(c.text)
  return cue < (isCase ? 2 : 0.7) || richness(c) < 1.5
    ? 0
    : c.clarity * (cue + Math.min(6, richness(c)) * 0.25 + lengthBonus(c))
}

export function whenScore(c: Candidate): number {
  const isCondition = /^(?:When|If|Whenever|In case|After|As soon as|On|In)\b/.test(c.text)
  if (
    c.mood === 'imperative' ||
    c.hedged ||
    VAGUE_SUBJECT.test(c.text) ||
    c.span.part.kind === 'action' ||
    /^(?:If|When|Once) (?:you|this|it|that)\b|^You\b|\b(?:you (?:can|could|should|need|want|have)|must|should|the fix|with the fix|all (?:tests )?pass|pass(?:es)?|the (?:issue|report|user|test|tests) (?:says?|is|expects?|states)|regression test|wrong is|looking at|as thought)\b/i.test(
      c.text,
    ) ||
    !(isCondition || WRONG.test(c.text))
  )
    return 0
  const cue = SYMPTOM.reduce((sum, [pattern, weight]) => sum + (pattern.test(c.text) ? weight : 0), 0)
  return cue < 1.5 || richness(c) < 1.5
    ? 0
    : c.clarity * (cue + Math.min(6, richness(c)) * 0.15 + lengthBonus(c))
}

export function checkScore(c: Candidate): number {
  if (c.hedged || !CHECK_START.test(c.text)) return 0
  if (isTrivial(c.text) || NAVIGATION.test(c.text)) return 0
  const cue = CHECK.reduce((sum, [pattern, weight]) => sum + (pattern.test(c.text) ? weight : 0), 0)
  return cue < 1.5 ? 0 : c.clarity * (cue + Math.min(6, richness(c)) * 0.15 + lengthBonus(c))
}

function lengthBonus(c: Candidate): number {
  return c.words >= 9 && c.words <= 28 ? 0.6 : c.words < 7 ? -0.4 : 0
}

/** Says that something is not as it should be. */
export const FAULT =
  /\b(?:because|caused?|due to|instead of|which means|not|never|without|before|after|only|missing|misses|nobody|strictly|outside|wrong\w*|incorrect\w*|ignor\w+|overwrit\w+|replac\w+|drop\w*|los[te]\w*|fails?|raises?|breaks?|too (?:early|late|many|few))\b|n't\b/i

/** The same for an analysis, whose yield is the cause: better than where it looked. */
export function causeScore(c: Candidate): number {
  const score = becauseScore(c)
  return score >= 2 &&
    richness(c) >= 2 &&
    c.clarity >= 0.6 &&
    FAULT.test(c.text) &&
    !isTrivial(c.text) &&
    !isFine(c.text)
    ? score
    : 0
}

/** Says that a thing is in order. */
function isFine(text: string): boolean {
  return (
    (/\b(?:is|are) (?:right|fine|correct|sound|complete|clean)\b|\bworks?\b/i.test(text) &&
      !/\b(?:not|never|missing|fails?|but)\b|n't\b/i.test(text.replace(/[a-z]+ is right and.*/, ''))) ||
    /\bwhich is right\b/.test(text)
  )
}

/** A fact that can stand alone as the lesson of a subtask. */
export function insightScore(c: Candidate): number {
  const score = becauseScore(c)
  return score >= 1.5 && richness(c) >= 2 && c.clarity >= 0.55 && !isTrivial(c.text) ? score : 0
}
