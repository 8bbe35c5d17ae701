import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'

type Source = Pick<TriageEntry, 'instanceId' | 'episodeId'>

/** What two entries share of where they come from, e.g. two attempts at one instance; null when nothing is known to be shared. */
export function sameSourceWords(a: Source, b: Source): string | null {
  if (a.instanceId === null || a.instanceId !== b.instanceId) return null
  if (a.episodeId === null || b.episodeId === null) return `Same instance, ${a.instanceId}.`
  return a.episodeId === b.episodeId
    ? `Same run, of ${a.instanceId}.`
    : `Same instance: two attempts at ${a.instanceId}.`
}
