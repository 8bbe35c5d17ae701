import { formatCount, formatScore } from '@/components/ui/format.ts'
import type { Provenance, RetrievalAnswer, Unrelated, Verdict } from '@/lib/memory/retrieval.ts'
import { helpedWords } from '@/lib/memory/text/words.ts'

/** A verdict in one or two words, wherever there is no room for its sentence. */
export const VERDICT_WORDS: Record<Verdict['word'], string> = {
  fits: 'fits',
  weak: 'weak',
  'nothing-fits': 'nothing fits',
  cold: 'cold',
  unknown: 'cannot judge yet',
}

/** A headline has at most so many words. */
const MOST_WORDS = 12

type HeadlineInput = Pick<RetrievalAnswer, 'verdict' | 'hits' | 'abstained' | 'intent'>

/** What would be told and how sure that is, in at most 12 words; `isFlagged`: a flag or an open finding stands against the best. */
export function prepareHeadline(
  { verdict, hits, abstained, intent }: HeadlineInput,
  floor: number | null,
  isFlagged: boolean,
): string {
  const [best] = hits
  if (best === undefined || verdict.word === 'cold')
    return `Nothing: ${intent.category} has no entry in service.`
  if (abstained === 'unfit') return 'Nothing is injected: only what fits may be.'
  if (abstained === 'floor')
    return `Nothing is injected: ${formatScore(best.score)} is below the minimum score${floor === null ? '' : ` of ${formatScore(floor, 2)}`}.`
  if (verdict.word === 'nothing-fits')
    return verdict.elsewhere
      ? `Nothing in ${intent.category} fits; ${verdict.elsewhere.category} has one that does.`
      : 'Nothing here fits, in any category.'
  if (verdict.word === 'unknown') return quoted('Cannot judge yet; the best is', best.objective)
  if (verdict.word === 'weak')
    return quoted(isFlagged ? 'Weak match, and flagged:' : 'Weak match:', best.objective)
  return quoted('It fits:', best.objective)
}

/** In quotes, cut to what the headline has room for: many objectives are commands, and would otherwise read as ours. */
function quoted(opening: string, sentence: string): string {
  const words = sentence.trim().split(/\s+/)
  const room = MOST_WORDS - opening.split(' ').length
  const cut = words
    .slice(0, room)
    .join(' ')
    .replace(/[.,:;]+$/, '')
  return `${opening} “${cut}${words.length > room ? ' …' : ''}”`
}

/** What stands against an entry, named: `open finding: unsupported; flag: vague`; null when nothing does. */
export function flagsWords({
  openFindings,
  flags,
}: Pick<Provenance, 'openFindings' | 'flags'>): string | null {
  const open = openFindings.map((detector) => detector.replaceAll('-', ' '))
  const parts = [
    open.length > 0 && `open ${open.length === 1 ? 'finding' : 'findings'}: ${open.join(', ')}`,
    flags.length > 0 && `${flags.length === 1 ? 'flag' : 'flags'}: ${flags.join(', ')}`,
  ]
  return parts.filter(Boolean).join('; ') || null
}

/** The same, of what makes a verdict doubt an entry: a part left empty does not. */
export function doubtWords({
  openFindings,
  flags,
}: Pick<Provenance, 'openFindings' | 'flags'>): string | null {
  return flagsWords({ openFindings, flags: flags.filter((flag) => flag === 'vague') })
}

/** How often lessons called as this one helped; null when nobody can tell. */
export function chanceToHelp({ basis }: Verdict): string | null {
  const said = basis && helpedWords(basis)
  return said && `${said}${basis.source === 'project' ? ', judged here' : ''}`
}

/** How the best score stands against chance, e.g. `as high in 3 of 60 unrelated questions`; null when nobody can tell. */
export function asHighWords({ asHighCount, questionCount }: Unrelated): string | null {
  if (asHighCount === null) return null
  return `as high in ${formatCount(asHighCount)} of ${formatCount(questionCount)} unrelated questions`
}
