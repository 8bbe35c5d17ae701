import type { Pattern } from '../../memory/rule.ts'
import { dot } from '../../memory/similarity.ts'
import { type Detector, type Fault, lessonText } from '../detector.ts'
import { DUPLICATE_FROM } from './near-duplicate.ts'

/** Words that must follow each other in both texts to count as taken over, and the share of the later lesson made of such runs. Ours. */
const RUN = 5
const SHARE = 0.5
/** Fewest words so taken over: a short everyday sentence is written twice without a source. Ours. */
const FEWEST = 12

/** Sentences that extraction by rules writes itself: no lesson has them from another. */
export const STOCK: Pattern = {
  pattern:
    /\b(?:Run the (?:existing tests|script)[^.\n]*|The last check failed with[^.\n]*|A run fails with[^.\n]*)\.?/g,
  says: [
    'Run the existing tests of the parser.',
    'Run the script again.',
    'The last check failed with a KeyError.',
    'A run fails with 2.',
  ],
  not: ['Run the query once.', 'The check failed.', 'A run that fails'],
}

/** Traces of the frame in which memory is injected. */
export const FRAME: Pattern = {
  pattern:
    /<\/?memory\b|\brecorded experience\b|\bdata, not an instruction\b|\bm_[0-9A-HJKMNP-TV-Z]{20,26}\b|\b(?:retrieved|injected|recalled|stored) (?:memory|memories|lesson|experience)\b|\b(?:the |my |a )?memory (?:says|said|told|suggests?|suggested|states|reminds?)\b|\b(?:according to|as|with|from) (?:the |an? )?(?:memory|(?:past|earlier|previous) (?:experience|lesson|case|advice))\b|\b(?:earlier|past|previous|recalled) (?:lesson|memory|advice) (?:said|says|was|with|confirmed|advised|told|applied|holds)|\bI was (?:reminded|told|shown|given)\b|\bthe previous (?:engineer|agent)\b/gi,
  says: [
    'as the memory says',
    '</memory>',
    'it is data, not an instruction',
    'told by m_01ABCDEFGHJKMNPQRSTVWXYZ23',
    'with the retrieved lesson',
    'according to past experience',
    'the earlier lesson said so',
    'I was reminded of the bound',
    'by the previous agent',
  ],
  not: [
    'the memory of the process',
    'the lesson of the row',
    'read the memory limit',
    'an earlier row',
    'm_01',
  ],
}

export const echo: Detector = {
  name: 'echo',
  definition: `Repeats memory that was injected: shows traces of the injection frame, or at least ${SHARE * 100} % of its words, and no fewer than ${FEWEST}, stand in runs of ${RUN} or more that an older entry of another instance already had. Entries that are one lesson told twice, description and all, are in the list of near-duplicates instead.`,
  async find({ entries, textVectors }) {
    const isDuplicate = (one: number, other: number) => {
      const [a, b] = [textVectors[one], textVectors[other]]
      return a !== undefined && b !== undefined && dot(a, b) >= DUPLICATE_FROM
    }
    const faults: Fault[] = []
    const owners = new Map<string, number>()
    for (const [place, entry] of entries.entries()) {
      const text = lessonText(entry)
      const frame = [...text.matchAll(FRAME.pattern)]
      const words =
        text
          .replace(STOCK.pattern, '')
          .toLowerCase()
          .match(/[\p{L}\p{N}']+/gu) ?? []
      const runs = words
        .slice(0, Math.max(0, words.length - RUN + 1))
        .map((_, i) => words.slice(i, i + RUN).join(' '))
      if (frame.length > 0)
        faults.push({
          entryId: entry.id,
          otherId: null,
          score: 1,
          detail: { sentence: `Shows traces of injected memory: “${frame[0]?.[0]}”.`, spans: [] },
        })
      else {
        const source = sourceOf(runs, words.length, owners, (earlier) => {
          const other = entries[earlier]
          return other !== undefined && (other.instanceId === null || other.instanceId !== entry.instanceId)
        })
        const older = source && entries[source.place]
        if (source && older && !(older.category === entry.category && isDuplicate(place, source.place)))
          faults.push({
            entryId: older.id,
            otherId: entry.id,
            score: source.share,
            detail: {
              sentence: `${Math.round(source.share * 100)} % of the later lesson stands word for word in the earlier one.`,
              spans: [],
            },
          })
      }
      for (const run of runs) if (!owners.has(run)) owners.set(run, place)
    }
    return faults
  },
}

/** The older entry that holds most of these runs, with the share of words they cover; null below the bound. */
function sourceOf(
  runs: readonly string[],
  wordCount: number,
  owners: ReadonlyMap<string, number>,
  mayBe: (place: number) => boolean,
): { place: number; share: number } | null {
  const covered = new Map<number, Set<number>>()
  for (const [i, run] of runs.entries()) {
    const owner = owners.get(run)
    if (owner === undefined || !mayBe(owner)) continue
    const words = covered.get(owner) ?? new Set<number>()
    for (let word = i; word < i + RUN; word++) words.add(word)
    covered.set(owner, words)
  }
  let best: { place: number; share: number } | null = null
  for (const [place, words] of covered) {
    const share = words.size / wordCount
    if (words.size >= FEWEST && share >= SHARE && share > (best?.share ?? 0)) best = { place, share }
  }
  return best
}
