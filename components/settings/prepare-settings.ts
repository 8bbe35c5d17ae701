import type { EstimateLine } from '@/components/jobs/estimate.tsx'
import { formatCount, formatDuration, formatUsd, plural } from '@/components/ui/format.ts'
import type { EmbedderView, ReEmbedEstimate, ReEmbedJob, SettingsView } from '@/lib/memory/embedders.ts'

export function settingsVerdict({ embedders, entryCount }: SettingsView): string {
  const current = embedders.find((embedder) => embedder.current)
  if (!current) return 'No embedder is in use.'
  if (current.fault) return `Questions cannot be answered. ${current.fault}`
  if (!current.available)
    return `Retrieval needs ${current.id}, which is not set up here: questions cannot be answered.`
  if (entryCount === 0) return `Retrieval compares with ${current.id}; there is no entry yet.`
  const whole = current.complete
    ? `${entryCount === 1 ? 'the one entry has' : `all ${formatCount(entryCount)} entries have`} its vector`
    : `${formatCount(current.entries)} of ${formatCount(entryCount)} entries have its vector`
  return `Retrieval compares with ${current.id}; ${whole}.`
}

export function spaceWord({ current, complete, entries, available, fault }: EmbedderView): string {
  if (fault) return current ? 'in use, cannot be loaded' : 'cannot be loaded'
  if (current) return available ? 'in use' : 'in use, not set up'
  if (!available) return 'not set up'
  if (entries === 0) return 'no vectors'
  return complete ? 'ready' : 'in part'
}

/** Lines of what re-embedding would take: what, how much, and what that rests on. */
export function estimateLines(estimate: ReEmbedEstimate): EstimateLine[] {
  const { entries, all, tokens, priceUsd, durationMs, durationFrom, dimension } = estimate
  return [
    {
      label: 'Entries to embed',
      value: `${formatCount(entries)} of ${formatCount(all)}`,
      note: entriesNote(entries, all),
    },
    {
      label: 'Tokens',
      value: `about ${formatCount(tokens)}`,
      note: 'estimated: one for every four characters',
    },
    { label: 'Price', ...priceOf(priceUsd) },
    {
      label: 'Time',
      value: entries === 0 ? 'at once' : `about ${formatDuration(Math.max(1, durationMs))}`,
      note: `reckoned from ${durationFrom}`,
    },
    { label: 'Dimensions', value: formatCount(dimension), note: 'of the vector it gave just now' },
  ]
}

function entriesNote(entries: number, all: number): string {
  if (entries === 0) return 'all have their vector already'
  return entries === all ? 'of every project' : 'of every project; the others have their vector'
}

function priceOf(priceUsd: number | null): { value: string; note: string } {
  if (priceUsd === null) return { value: 'unknown', note: 'set OPENAI_EMBED_PRICE, dollars a million tokens' }
  if (priceUsd === 0) return { value: 'nothing', note: 'as its price is 0 a million tokens' }
  return {
    value: priceUsd < 0.0001 ? 'under $0.0001' : formatUsd(priceUsd),
    note: 'tokens × OPENAI_EMBED_PRICE',
  }
}

/** How far a re-embedding is: `Embedding 3,120 of 10,412, 410 a second, 18 s left`. */
export function progressSentence(job: ReEmbedJob, { embedders, entryCount }: SettingsView): string {
  const done = embedders.find(({ id }) => id === job.to)?.entries ?? 0
  const part = `${formatCount(done)} of ${formatCount(entryCount)}`
  if (job.state === 'waiting') return `Waiting, ${part} embedded`
  if (job.state === 'running') {
    const perSecond = job.ratePerSecond === null ? null : job.ratePerSecond * job.entriesPerItem
    const rate = perSecond === null ? null : `about ${formatCount(Math.max(1, perSecond))} a second`
    const left = job.remainingMs === null ? null : `${formatDuration(Math.max(1_000, job.remainingMs))} left`
    return [`Embedding ${part}`, rate, left].filter((word) => word !== null).join(', ')
  }
  if (job.state === 'cancelled')
    return `Cancelled at ${part}; what is embedded stays, retrieval is where it was`
  if (job.state === 'failed')
    return `Stopped at ${part}, ${plural(job.failedCount, 'piece')} failed; retrieval is where it was`
  return job.thenSwitch ? `Done: retrieval went over to ${job.to}` : `Done: Compare can use ${job.to}`
}

export function isOpen(job: ReEmbedJob | null): boolean {
  return job?.state === 'running' || job?.state === 'waiting'
}
