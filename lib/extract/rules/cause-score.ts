import { rewritten, speaks, weightOf } from '../../memory/rule.ts'
import { type Candidate, isTrivial, richness } from './candidates.ts'
import { capital } from './imperative.ts'
import { CAUSES, FAULTS, LEANING } from './tables/cause-rules.ts'
import { ABOUT_THE_RUN, CHORES, TRANSITIONS } from './tables/chore-rules.ts'
import { CAUSE_FRAME } from './tables/part-rules.ts'

/** Clearer than this a sentence must be; falls with replaced names, pointing words and code. */
const LEAST_CLARITY = 0.56

/** Could stand in another code base: clear, unhedged, not about the run, its harness or the sentence before. */
function standsAlone(c: Candidate): boolean {
  const text = bare(c.text)
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
function bare(text: string): string {
  const rest = rewritten([CAUSE_FRAME], text)
  return /^[a-z]+[A-Z]/.test(rest) ? rest : capital(rest) // `forEach` is a name
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

function lengthBonus(c: Candidate): number {
  return c.words >= 9 && c.words <= 28 ? 0.6 : 0
}
