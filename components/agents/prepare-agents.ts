import { plural } from '@/components/ui/format.ts'
import type { AgentsView, FeedRow, FunnelStep } from '@/lib/memory/agents.ts'
import { formatPercent } from '../ui/format.ts'

export function agentsVerdict({ connected, workspaces, feed, funnel }: AgentsView, project: string): string {
  const own = workspaces.filter((one) => one.project === project)
  const [sent, arrived] = funnel.steps
  if (feed.length > 0 && sent && arrived) {
    const reached = arrived.n === 0 ? '' : `; ${arrived.count} of ${arrived.n} arrived`
    return `${plural(sent.n, 'stage')} asked, ${sent.count} got a lesson${reached}.`
  }
  if (own.length > 0) return 'A repository is mapped; no agent has begun a stage there yet.'
  if (workspaces.some((one) => one.project === null))
    return 'An agent was seen in a repository without a project.'
  return connected.length > 0
    ? 'An agent is connected and has not been heard of yet.'
    : 'No agent is connected yet.'
}

/** Why nothing was sent, in words. */
const REASONS: Readonly<Record<string, string>> = {
  cold: 'no lesson of this stage is stored',
  floor: 'the best is under the minimum score',
  unfit: 'the best one likely does not help',
  withheld: 'this episode is drawn to work without memory',
  given: 'the best one was sent in this session before',
  long: 'the best one is longer than an agent is sent',
}

export function reasonWords(abstained: string): string {
  return REASONS[abstained] ?? abstained
}

export function receiptWords({ receipt, followed, followedBy }: FeedRow): string {
  if (receipt === null) return ''
  const arrival = { sent: 'sent', arrived: 'arrived', absent: 'did not arrive' }[receipt]
  if (followed === null) return arrival
  return `${arrival}, ${followed === 'yes' ? 'followed' : 'not followed'} (${followedBy ?? 'unknown'})`
}

/** `12 of 41 · 29 % (18 to 44)`. */
export function stepWords({ count, n, share }: Pick<FunnelStep, 'count' | 'n' | 'share'>): string {
  if (n === 0 || share === null) return 'unknown'
  const range = `${Math.round(share.low * 100)} to ${Math.round(share.high * 100)}`
  return `${count} of ${n} · ${formatPercent(count / n)} (${range})`
}
