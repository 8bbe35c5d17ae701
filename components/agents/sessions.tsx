import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatInstant } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { SessionView } from '@/lib/memory/agents.ts'

/** Sessions of agents, newest first; each can be taken off memory. */
export function Sessions({ sessions, changed }: { sessions: readonly SessionView[]; changed: () => void }) {
  if (sessions.length === 0) return null
  return (
    <Section title="Sessions" note="newest first" className="border-hairline border-t">
      <ul className="mt-2">
        {sessions.map((one) => (
          <Session key={one.id} one={one} changed={changed} />
        ))}
      </ul>
    </Section>
  )
}

function Session({ one, changed }: { one: SessionView; changed: () => void }) {
  const { id, agent, session, subagent, task, stage, lastAt, endedAt, paused } = one
  const { pauseSession } = useCommands()
  const { tell } = useTelling()
  const pause = async () => {
    await tell(
      pauseSession({ id, paused: !paused }),
      paused ? 'Goes on.' : 'This session is given nothing more.',
    )
    changed()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5">
      <span className="min-w-0 flex-1 truncate max-md:basis-full" title={task}>
        {task || 'no task yet'}
      </span>
      <span className="font-mono text-ink-3 text-small">
        {agent} {session.slice(0, 8)}
        {subagent && ` / ${subagent.slice(0, 8)}`}
      </span>
      <span className="text-ink-3 text-small">
        {endedAt === null ? (stage ?? 'no stage yet') : 'waits or ended'}, {formatInstant(lastAt)}
      </span>
      <Button onClick={() => void pause()}>{paused ? 'Go on' : 'Pause'}</Button>
    </li>
  )
}
