import { useCommands } from '@/components/ui/commands.tsx'
import { Select } from '@/components/ui/field.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import { type AnswerWay, DEFAULT_CAPS } from '@/lib/memory/distil/distil-words.ts'

const WAYS: readonly [AnswerWay, string][] = [
  ['openai', 'a server writes them'],
  ['command', 'a command on this machine writes them'],
  ['handover', 'they wait to be handed over'],
]

/** Whether a model writes lessons of the sessions of a project as they end: off until a person says so. */
export function OnlineForm({
  projectId,
  online,
  changed,
}: {
  projectId: string
  online: AnswerWay | null
  changed: () => void
}) {
  const { setOnline } = useCommands()
  const { tell } = useTelling()
  const keep = async (value: string) => {
    const way = WAYS.find(([name]) => name === value)?.[0] ?? null
    await tell(
      setOnline({ projectId, with: way }),
      way === null
        ? 'Off: lessons are written when a person orders them.'
        : 'Sessions that end from now on become lessons.',
    )
    changed()
  }
  return (
    <Section
      title="Lessons of sessions"
      note="a session that ends is stored and cut into stages at once; its lessons take a model"
      className="border-hairline border-t"
    >
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="w-72">
          <Select
            aria-label="Lessons of sessions that end"
            value={online ?? ''}
            onChange={({ target }) => void keep(target.value)}
          >
            <option value="">only when a person orders them</option>
            {WAYS.map(([way, words]) => (
              <option key={way} value={way}>
                {words}
              </option>
            ))}
          </Select>
        </span>
        <span className="text-ink-3 text-small">
          Of sessions that end after this was chosen; at most {formatCount(DEFAULT_CAPS.dayCalls)} calls and $
          {DEFAULT_CAPS.dayUsd} a day. Where the project holds new entries they wait for review.
        </span>
      </div>
    </Section>
  )
}
