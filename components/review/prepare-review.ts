import { formatCount, plural } from '@/components/ui/format.ts'
import { TRUSTED_FROM } from '@/lib/memory/findings/quality.ts'
import type { OutputOf } from '@/lib/memory/operation.ts'

/** What is open, and where to begin: in no queue whose findings, judged by hand, are wrong more than one time in five. */
export function reviewVerdict({
  queues,
  scannedAt,
  unseenCount,
}: Pick<OutputOf<'reviewQueues'>, 'queues' | 'scannedAt' | 'unseenCount'>): string {
  if (scannedAt === null) return 'No detector has looked through this project yet.'
  const findings = queues.filter(({ task }) => task === 'finding')
  const found = findings.filter(({ left }) => left !== null && left > 0)
  const notes = [unseenCount > 0 && `${formatCount(unseenCount)} arrived or changed since`].filter(Boolean)
  const first = found.find(({ precision }) => (precision?.share ?? 1) >= TRUSTED_FROM)
  const open = found.reduce((sum, { left }) => sum + (left ?? 0), 0)
  const words =
    open === 0
      ? 'No finding is open'
      : `${plural(open, 'finding')} in ${plural(found.length, 'queue')}${first ? `; begin with ${first.title.toLowerCase()}` : ''}`
  return `${[words, ...notes].join('; ')}.`
}
