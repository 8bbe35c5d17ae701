import type { Category } from '../../memory/category.ts'
import { rewritten, speaks, weightOf } from '../../memory/rule.ts'
import { type Candidate, isTrivial, NAVIGATION, richness } from './candidates.ts'
import { CAUSES, FAULTS, LEANING, SUPPOSED } from './cause-rules.ts'
import { ABOUT_THE_RUN, CHORES, TRANSITIONS } from './chore-rules.ts'
import { capital } from './imperative.ts'
import {
  AT_A_PLACE,
  CASE,
  CAUSE_FRAME,
  CHECK_START,
  MAKES_A_TRIAL,
  REASON_INSIDE,
  SYMPTOM,
  TO_FIX_IT,
  VERBS,
} from './part-rules.ts'

/* How well a sentence would serve as each part of an experience; 0 = not at all. Weights are ours, set by reading entries of real runs. */

/** Clearer than this a sentence must be; falls with replaced names, pointing words and code. */
const LEAST_CLARITY = 0.56
/** An action without the words that say where in this run, and what for, when that is only "it". */
export function withoutPlace(text: string): string {
  const rest = capital(rewritten([TO_FIX_IT], text))
  const bareRest = capital(rewritten([AT_A_PLACE], rest))
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

/** Without the words that only say that a cause follows. */
export function bare(text: string): string {
  const rest = rewritten([CAUSE_FRAME], text)
  return /^[a-z]+[A-Z]/.test(rest) ? rest : capital(rest) // `forEach` is a name
}

/** What to do: an order of the category's own kind that names a mechanism. */
export function actionScore(category: Category, c: Candidate): number {
  if (
    c.mood !== 'imperative' ||
    !speaks([VERBS[category]], c.text) ||
    NAVIGATION.test(c.text) ||
    !standsAlone(c)
  )
    return 0
  if ((category === 'ANALYZE' || category === 'EDIT') && speaks([MAKES_A_TRIAL], c.text)) return 0
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

/** True when the sentence gives the reason for its own action. */
export function reasonInside(text: string): boolean {
  return speaks([REASON_INSIDE], text)
}

/** The situation: a condition under which something visibly goes wrong. */
export function whenScore(c: Candidate): number {
  if (
    c.mood === 'imperative' ||
    c.span.part.kind === 'action' ||
    !standsAlone(c) ||
    !speaks([SYMPTOM], c.text)
  )
    return 0
  return speaks([CASE], c.text) ? c.clarity * (2 + Math.min(6, richness(c)) * 0.15 + lengthBonus(c)) : 0
}

/** How to see that it worked, where the run says so itself and names what is to be seen. */
export function checkScore(c: Candidate): number {
  if (!speaks([CHECK_START], c.text) || !standsAlone(c) || NAVIGATION.test(c.text) || c.mechanism < 1)
    return 0
  return c.clarity * (2 + Math.min(6, richness(c)) * 0.2 + lengthBonus(c))
}

function lengthBonus(c: Candidate): number {
  return c.words >= 9 && c.words <= 28 ? 0.6 : 0
}
