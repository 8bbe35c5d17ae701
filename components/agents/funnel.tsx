import type { ReactNode } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import type { AgentFunnel, Reach } from '@/lib/memory/agents.ts'
import { stepWords } from './prepare-agents.ts'

const WHAT: Readonly<Record<string, string>> = {
  sent: 'of the stages that asked, got a lesson',
  arrived: 'of the lessons whose transcript came back, stand in it',
  followed: 'of those that arrived and that somebody judged, were followed',
  'ended well': 'of the followed ones whose episode has an outcome, ended well',
}

/** From the stage that asked to the episode that ended well, each step of those that came so far. */
export function Funnel({
  funnel: { steps, given, withheld, git },
  title = 'Funnel',
  children,
}: {
  funnel: AgentFunnel
  title?: string
  children?: ReactNode
}) {
  return (
    <Section
      title={title}
      note="each step of those before it; 95 % Wilson interval"
      className="border-hairline border-t"
    >
      <ul className="mt-2 grid gap-1.5">
        {steps.map((step) => (
          <li
            key={step.name}
            className="grid grid-cols-[6rem_minmax(0,20rem)_14rem_minmax(0,1fr)] items-center gap-x-3 max-md:grid-cols-1"
          >
            <span className="font-medium">{step.name}</span>
            <Bar share={step.n === 0 ? null : step.count / step.n} />
            <span className="font-mono">{stepWords(step)}</span>
            <span className="text-ink-3 text-small">{WHAT[step.name]}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-2">
        Episodes resolved with memory: {stepWords({ ...given, count: given.resolved })}. Resolved without it,
        drawn at random: {stepWords({ ...withheld, count: withheld.resolved })}.
      </p>
      <p className="mt-1 text-ink-2">
        Changes that git still holds, with memory: {stepWords({ ...git.given, count: git.given.resolved })}.
        Without it, drawn at random: {stepWords({ ...git.withheld, count: git.withheld.resolved })}.
      </p>
      {children}
    </Section>
  )
}

/** Lessons in service by how far they came; each count opens its lessons. */
export function ReachLine({ reach }: { reach: Record<Reach, number> }) {
  const href = useProjectHref()
  const link = (one: Reach) => (
    <Link className="underline" href={href('/memories', { filter: `reach:${one}` })}>
      {formatCount(reach[one])}
    </Link>
  )
  return (
    <p className="mt-1 text-ink-2">
      Of the lessons in service {link('sent')} were sent, {link('unfit')} came first but did not fit,{' '}
      {link('outranked')} never came first, and {link('unasked')} are in a category that no agent has asked
      for.
    </p>
  )
}

/** A share as a bar; an unknown one is a gap. */
function Bar({ share }: { share: number | null }) {
  return (
    <span aria-hidden="true" className="h-3 border border-hairline">
      {share !== null && <span className="block h-full bg-accent" style={{ width: `${100 * share}%` }} />}
    </span>
  )
}
