import { plural } from '@/components/ui/format.ts'
import type { MemoryEntry, NoiseType } from '@/lib/memory/entry.ts'
import { type Alignment, supportedParts } from './prepare-alignment.ts'
import { noiseWords } from './prepare-lesson.ts'

/**
 * The answer to "Is this lesson true, general, and worth its place?" as far as rules can see: what rests on evidence,
 * what leaked, how often it won. Whether it is true nobody has said, so the sentence does not either.
 */
export function entryVerdict(input: {
  entry: Pick<MemoryEntry, 'lifecycle' | 'episodeId'>
  alignment: Pick<Alignment, 'parts'>
  leaks: NoiseType[]
  servedCount: number
  /** Of an entry that was a note, see noteOrigin. */
  note: string | null
}): string {
  const { entry, alignment, leaks, servedCount, note } = input
  const served = servedCount === 0 ? 'never served' : `served ${plural(servedCount, 'time')}`
  if (entry.lifecycle === 'retired') return `Retired: no agent gets it; ${served}.`
  const leaked = leaks.length === 0 ? 'nothing leaked' : `${noiseWords(leaks)} leaked`
  if (note !== null) return `From a note, no episode behind it; ${leaked}; ${served}.`
  if (entry.episodeId === null) return `Written by hand, no episode behind it; ${leaked}; ${served}.`
  const [supported, all] = [supportedParts(alignment).length, alignment.parts.length]
  return `${partsWords(supported, all)}; ${leaked}; ${served}.`
}

function partsWords(supported: number, all: number): string {
  if (all === 1) return supported === 1 ? 'Its one part cites evidence' : 'Its one part cites no evidence'
  const which = supported < all ? `${supported} of ${all}` : all === 2 ? 'Both' : `All ${all}`
  return `${which} parts cite evidence`
}
