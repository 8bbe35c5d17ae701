import type { HrefParams } from '@/components/frame/project-href.ts'
import type { RetrievalLogRow } from '@/lib/memory/served-again.ts'
import { formatColumn, PLAIN_COLUMN } from '@/lib/memory/text/compare-column.ts'

/** Search parameters of Compare for one row: the same question, now and over the memory of then, both asked as it was. */
export function logParams({
  at,
  strategy,
  category,
  text,
  settings,
  embedder,
}: Pick<RetrievalLogRow, 'at' | 'strategy' | 'category' | 'text' | 'settings' | 'embedder'>): HrefParams {
  const now = { ...PLAIN_COLUMN, strategy, embedder, floor: settings?.floor ?? null }
  return {
    text,
    mode: 'subtask',
    category,
    seed: settings?.seed,
    columns: [now, { ...now, asOf: at }].map(formatColumn),
  }
}

/** What the same question comes to today, beside what it came to then. */
export function stillWords({
  before,
  today,
  why,
  hasChanged,
  isWithheld,
}: Pick<RetrievalLogRow, 'before' | 'today' | 'why' | 'hasChanged' | 'isWithheld'>): string {
  if (today === null) return `Cannot be asked again: ${why}`
  if (hasChanged) return 'Another answer today'
  if (isWithheld) return 'Withheld at random'
  return before.winnerId ? 'Still wins' : 'Still nothing'
}
