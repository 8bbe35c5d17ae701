'use client'

import { ActButton } from '@/components/ui/act-button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatBytes, formatDay, plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { FoundRuns as Found } from '@/lib/memory/views/found.ts'
import type { FoundImport } from './import-queue.ts'

/** What agents left in their own folders on this machine: counted, and put on the list when asked; nothing is read before that. */
export function FoundRuns({ onTake }: { onTake: (files: FoundImport[]) => void }) {
  const { data } = useAnswer('foundRuns', {})
  if (!data || data.length === 0) return null
  return (
    <section aria-label="On this machine" className="grid justify-items-start gap-2">
      <SectionTitle title="On this machine" note="counted, not opened" />
      <ul className="grid w-full gap-2">
        {data.map((found) => (
          <FoundRow key={found.agent} found={found} onTake={onTake} />
        ))}
      </ul>
    </section>
  )
}

function FoundRow({ found, onTake }: { found: Found; onTake: (files: FoundImport[]) => void }) {
  const { agent, name, folder, sessionCount, byteCount, newestAt, unread } = found
  const commands = useCommands()
  const { tell, isBusy } = useTelling()
  const add = async () => {
    const listed = await tell(commands.foundFiles({ agent }))
    if (listed.ok) onTake(listed.value.map(({ path, size }) => ({ path, file: { size }, agent })))
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0">
        <span className="font-medium">{name}</span>: {plural(sessionCount, 'session')},{' '}
        {formatBytes(byteCount)}
        {newestAt !== null && <>, newest {formatDay(newestAt)}</>}{' '}
        <span className="text-ink-3 text-small [overflow-wrap:anywhere]">{folder}</span>
        {unread !== null && <span className="block text-ink-2 text-small">Not read: {unread}.</span>}
      </span>
      {unread === null && (
        <ActButton
          asks="importFound"
          className="ml-auto"
          disabled={isBusy}
          onClick={() => void add()}
          aria-label={`Add ${name}`}
        >
          Add to the list
        </ActButton>
      )}
    </li>
  )
}
