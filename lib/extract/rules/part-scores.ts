import type { Category } from '../../memory/category.ts'
import { type Candidate, isTrivial, NAVIGATION, richness } from './candidates.ts'
import { CAUSES, FAULTS, LEANING, SUPPOSED } from './cause-rules.ts'
import { ABOUT_THE_RUN, CHORES, TRANSITIONS } from './chore-rules.ts'
import { capital } from './imperative.ts'
import { speaks, weightOf } from './rule.ts'

/* How well a sentence would serve as each part of an experience; 0 = not at all. Weights are ours, set by reading entries of real runs. */

/** Clearer than this a sentence must be; falls with replaced names, pointing words and code. */
const LEAST_CLARITY = 0.56
const LEAD_IN = '^(?:(?:to|if|when|since|because|once|before|after|in order to) [^,]+, )?'
const VERBS: Record<Category, RegExp> = {
  ANALYZE: new RegExp(
    `${LEAD_IN}(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|override|delegate|set|insert|define|skip|make|apply|store|keep|compute|extend|allow|catch|avoid|ensure|normali[sz]e|exclude|include|initiali[sz]e|propagate|preserve|treat|strip|merge|cast|round|escape|decode|encode|quote|sort)\\b`,
    'i',
  ),
  REPRODUCE: new RegExp(
    `${LEAD_IN}(?:write|create|construct|build|reproduce|trigger|simulate|set|use|call|demonstrate|mock|measure|feed|pin|configure|put|pass|compare|request|test)\\b`,
    'i',
  ),
  EDIT: new RegExp(
    `${LEAD_IN}(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|call|rename|import|refactor|implement|override|delegate|set|fix|insert|define|skip|make|apply|rewrite|write|attach|register|take|accept|hold|let|bind|put|split|store|keep|compute|extend|allow|catch|introduce|avoid|ensure|round|sort|decode|encode|escape|normali[sz]e|exclude|include|switch|delete|drop|initiali[sz]e|propagate|preserve|treat|strip|append|merge|cast|create|infer)\\b`,
    'i',
  ),
  VERIFY: new RegExp(
    `${LEAD_IN}(?:(?:verify|test|check|confirm|ensure|make sure|validate) (?!if\\b|whether\\b|the\\b)|compare\\b|repeat\\b)`,
    'i',
  ),
}
/** Makes a thing to try, which is no plan and no change. */
const MAKES_A_TRIAL =
  /^(?:create|write|make|add|use|update) (?:an?|the|some|more) (?:[a-z-]+ ){0,4}(?:script|tests?|test cases?|file|reproduction|print|debug|example)\b/i

/** "Modify the parser module to decode bytes": where it is done is of this run, what is done is not. */
const AT_A_PLACE =
  /^(?:modify|update|change|edit) (?:the|this|both) (?:(?!\b(?:to|in|of|for|on|at|by|with)\b)[^,]){0,60}\b(?:function|method|class|module|file|code|value|constructor|property|definition|signature|logic|implementation|parser|handler)s?(?: in the [a-z ]{1,40}?)? to (?=(?:also |then |first )?[a-z]+ )/i
const TO_FIX_IT = /^to (?:fix|solve|address|resolve) (?:this|it|that|the)\b[^,]{0,80}, /i

/** An action without the words that say where in this run, and what for, when that is only "it". */
export function withoutPlace(text: string): string {
  const rest = capital(text.replace(TO_FIX_IT, ''))
  const bareRest = capital(rest.replace(AT_A_PLACE, ''))
  return bareRest.split(' ').length < 4 ? rest : bareRest
}

/** Could stand in another code base: clear, unhedged, not about the run, its harness or the sentence before. */
function standsAlone(c: Candidate): boolean {
  const text = c.mood === 'imperative' ? withoutPlace(c.text) : bare(c.text)
  return (
    c.clarity >= LEAST_CLARITY &&
    !c.leaks &&
    !c.hedged &&
    c.words >= 7 &&
    !speaks(LEANING, text) &&
    !speaks(CHORES, text) &&
    !speaks(ABOUT_THE_RUN, text) &&
    !speaks(TRANSITIONS, c.raw) &&
    !isTrivial(c.text)
  )
}

const CAUSE_FRAME =
  /^(?:so )?(?:the|this|my|a) (?:main |real |actual |core |underlying )?(?:root cause|cause|reason|issue|problem|bug|culprit|error|key)(?: here)? (?:is|was|seems to be)(?: simply| just)? (?:that|because) |^(?:this|that|it)(?: is|'s) (?:because|since) |^because |^(?:the|this) (?:problem|issue|error|bug) (?:occurs|arises|happens|comes up) because |^the error message (?:suggests|indicates|shows) that |^the (?:cause|problem|issue) is [^:]{3,40}: /i

/** Without the words that only say that a cause follows. */
export function bare(text: string): string {
  const rest = text.replace(CAUSE_FRAME, '')
  return /^[a-z]+[A-Z]/.test(rest) ? rest : capital(rest) // `forEach` is a name
}

/** What to do: an order of the category's own kind that names a mechanism. */
export function actionScore(category: Category, c: Candidate): number {
  if (c.mood !== 'imperative' || !VERBS[category].test(c.text) || NAVIGATION.test(c.text) || !standsAlone(c))
    return 0
  if ((category === 'ANALYZE' || category === 'EDIT') && MAKES_A_TRIAL.test(c.text)) return 0
  if (c.mechanism < 1 || richness(c) < 2.5) return 0
  return c.clarity * (2 + Math.min(6, richness(c)) * 0.3 + lengthBonus(c))
}

/** Why: a fault with what brings it about. */
export function causeScore(c: Candidate): number {
  if (c.mood !== 'statement' || !standsAlone(c) || c.span.part.kind === 'action') return 0
  const cause = weightOf(CAUSES, c.text)
  const fault = weightOf(FAULTS, c.text)
  if (cause < 0.6 || fault < 0.8 || cause + fault < 1.6 || c.mechanism < 1 || richness(c) < 3) return 0
  return (
    c.clarity *
    (Math.min(3.5, cause) * 0.6 + Math.min(2, fault) * 0.5 + Math.min(6, richness(c)) * 0.3 + lengthBonus(c))
  )
}

/** The same for a fault that stands without a remedy: several mechanisms or plain prose without a replaced name. */
export function faultScore(c: Candidate): number {
  const score = causeScore(c)
  if (score === 0 || !speaks(FAULTS.slice(0, 2), c.text) || speaks(SUPPOSED, c.text)) return 0
  if (weightOf(CAUSES, c.text) < 1.2 || c.removed.length > 1 || c.words < 9) return 0
  const isPlain = c.removed.length === 0 && c.clarity >= 0.85
  return c.mechanism >= (isPlain ? 1.4 : 2) ? score + c.mechanism * 0.2 + (isPlain ? 0.8 : 0) : 0
}

const REASON_INSIDE =
  /\b(?:because|since|so that|instead of|rather than|to (?:avoid|prevent)|otherwise|which would|even (?:if|when)|before|only (?:when|if))\b/i

/** True when the sentence gives the reason for its own action. */
export function reasonInside(text: string): boolean {
  return REASON_INSIDE.test(text)
}

const SYMPTOM =
  /\b(?:fails?|raises?|crash(?:es)?|breaks?|throws?|wrong\w*|incorrect\w*|missing|nothing happens|does nothing|lost|loses?|skips?|skipped|twice|unexpected|hangs?|instead of|ignore[sd]?|never|stale)\b|\b(?:does|do|is|are|was) not\b|n't\b/i

/** The situation: a condition under which something visibly goes wrong. */
export function whenScore(c: Candidate): number {
  if (c.mood === 'imperative' || c.span.part.kind === 'action' || !standsAlone(c) || !SYMPTOM.test(c.text))
    return 0
  const isCase = /^(?:When|If|Whenever|After|As soon as|On|In|For)\b|\b(?:when|if|whenever)\b/.test(c.text)
  return isCase ? c.clarity * (2 + Math.min(6, richness(c)) * 0.15 + lengthBonus(c)) : 0
}

const CHECK_START =
  /^(?:to [^,]+, |if [^,]+, |after [^,]+, )?(?:verify|confirm|make sure|ensure|double-check|check|test|compare) (?:that|if|whether|with|the)\b/i

/** How to see that it worked, where the run says so itself and names what is to be seen. */
export function checkScore(c: Candidate): number {
  if (!CHECK_START.test(c.text) || !standsAlone(c) || NAVIGATION.test(c.text) || c.mechanism < 1) return 0
  return c.clarity * (2 + Math.min(6, richness(c)) * 0.2 + lengthBonus(c))
}

function lengthBonus(c: Candidate): number {
  return c.words >= 9 && c.words <= 28 ? 0.6 : 0
}
