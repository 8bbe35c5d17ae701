import { plural } from '@/components/ui/format.ts'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import type { NoiseType } from '@/lib/memory/subtask.ts'
import { noiseWords } from './noise-words.ts'
import { type Alignment, supportedParts } from './prepare-alignment.ts'

/**
 * The answer to "Is this lesson true, general, and worth its place?" as far as rules can see: what rests on evidence,
 * what leaked, how often it won. Whether it is true nobody has said, so the sentence does not either.
 */
export function entryVerdict(input: {
  entry: Pick<MemoryEntry, 'lifecycle' | 'extractor' | 'episodeId'>
  alignment: Pick<Alignment, 'parts'>
  leaks: NoiseType[]
  servedCount: number
}): string {
  const { entry, alignment, leaks, servedCount } = input
  const served = servedCount === 0 ? 'it was never served' : `it was served ${plural(servedCount, 'time')}`
  const leaked = leaks.length === 0 ? 'nothing leaked' : `${noiseWords(leaks)} leaked`
  if (entry.lifecycle === 'retired') return `Retired: no agent gets it. ${upperFirst(served)}.`
  if (entry.episodeId === null)
    return `Cannot tell: written by hand, no run behind it; ${leaked}, and ${served}.`
  const [supported, all] = [supportedParts(alignment).length, alignment.parts.length]
  const word = supported === all && leaks.length === 0 ? 'So far' : supported * 2 > all ? 'Mostly' : 'Barely'
  const held =
    entry.lifecycle === 'quarantined' || entry.lifecycle === 'candidate' ? ' It waits for review.' : ''
  const isUnseen = alignment.parts.some(({ part, citesWritesOnly }) => part === 'check' && citesWritesOnly)
  const unseen = isUnseen ? ' (the check cites a file that was written, and no run of it)' : ''
  return `${word}: ${partsWords(supported, all)}${unseen}, ${leaked}, and ${served}.${held}`
}

function partsWords(supported: number, all: number): string {
  if (all === 1)
    return supported === 1 ? 'its one part rests on a cited step' : 'its one part rests on no cited step'
  const which = supported < all ? `${supported} of ${all}` : all === 2 ? 'both' : `all ${all}`
  return `${which} parts rest on cited steps`
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
