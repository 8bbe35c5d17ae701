import { formatCount, plural } from '@/components/ui/format.ts'
import type { OutputOf } from '@/lib/memory/operation.ts'

type Queues = Pick<OutputOf<'reviewQueues'>, 'queues' | 'scannedAt' | 'unseenCount'>

/** What is open, and where to begin: with a rule that can be trusted. Findings of rules that were wrong too often are not counted. */
export function reviewVerdict({ queues, scannedAt, unseenCount }: Queues): string {
  if (scannedAt === null) return 'No detector has looked through this project yet.'
  const found = queues.filter(({ task, left }) => task === 'finding' && left !== null && left > 0)
  const told = found.filter(({ trust }) => trust !== 'wrong')
  const first = told.find(({ trust }) => trust === 'trusted')
  const open = `${plural(leftOf(told), 'finding')} in ${plural(told.length, 'queue')}`
  const words = first
    ? `${open}; begin with ${first.title.toLowerCase()}`
    : found.length === 0
      ? 'No finding is open'
      : `No trusted rule found a fault${told.length > 0 ? `; ${open} of untested rules` : ''}`
  const arrived = unseenCount > 0 ? `; ${formatCount(unseenCount)} arrived or changed since` : ''
  return `${words}${arrived}.`
}

/** What rules found that were wrong too often. */
export function doubtfulCount({ queues }: Pick<Queues, 'queues'>): number {
  return leftOf(queues.filter(({ trust }) => trust === 'wrong'))
}

function leftOf(queues: Queues['queues']): number {
  return queues.reduce((sum, { left }) => sum + (left ?? 0), 0)
}
