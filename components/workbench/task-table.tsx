'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { projectHref } from '@/components/frame/project-href.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import { plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { ErrorState } from '@/components/ui/states.tsx'
import type { WorkbenchArm, WorkbenchRun } from '@/lib/memory/workbench/workbench.ts'
import { taskRows } from './prepare-workbench.ts'

/** Rows shown before the rest is asked for. */
const FIRST_ROWS = 20

/** The tasks behind a dot, hardest first; each mark is an attempt and opens its trajectory. */
export function TaskTable({
  run,
  runId,
  arm,
  place,
  title,
}: {
  run: WorkbenchRun
  runId: string
  arm: WorkbenchArm
  place: { size: number; budget: number; misprediction: number }
  title: string
}) {
  const { openAttempt } = useCommands()
  const router = useRouter()
  const [opening, setOpening] = useState<string | null>(null)
  const [fault, setFault] = useState<{ message: string; hint: string } | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const rows = taskRows(run, arm, place)
  const { size, budget, misprediction } = place

  const open = async (taskId: string, draw: number) => {
    setOpening(`${taskId} ${draw}`)
    const result = await openAttempt({ runId, arm, size, budget, misprediction, draw, taskId })
    setOpening(null)
    if (result.ok) router.push(projectHref(`/episodes/${result.value.episodeId}`, result.value.project))
    else setFault(result.error)
  }

  return (
    <Section
      id="tasks"
      className="border-hairline border-t"
      title={title}
      note={`${plural(rows.length, 'task')}, hardest first; ● resolved, ○ not; each opens the attempt in the reader`}
    >
      {fault && <ErrorState what={fault.message} next={fault.hint} />}
      <div className="mt-2 max-w-full scroll-x">
        <table className="border-collapse">
          <TaskHead />
          <tbody>
            {rows.slice(0, isWhole ? rows.length : FIRST_ROWS).map((row) => (
              <TaskRow key={row.taskId} row={row} opening={opening} onOpen={open} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > FIRST_ROWS && !isWhole && (
        <p className="mt-2">
          <button type="button" className="link max-md:min-h-11" onClick={() => setIsWhole(true)}>
            All {rows.length} tasks
          </button>
        </p>
      )}
    </Section>
  )
}

function TaskHead() {
  return (
    <thead className="text-ink-3">
      <tr>
        <th scope="col" className="h-7 pr-4 text-left font-normal">
          task
        </th>
        <th scope="col" className="px-4 text-right font-normal">
          resolved
        </th>
        <th scope="col" className="px-4 text-left font-normal">
          attempt, draw by draw
        </th>
      </tr>
    </thead>
  )
}

function TaskRow({
  row: { taskId, draws, share },
  opening,
  onOpen,
}: {
  row: ReturnType<typeof taskRows>[number]
  /** The attempt that is being opened. */
  opening: string | null
  onOpen: (taskId: string, draw: number) => Promise<void>
}) {
  return (
    <tr className="border-hairline border-t">
      <td className="whitespace-nowrap py-1 pr-4 font-mono text-small">{taskId}</td>
      <td className="px-4 text-right tabular-nums">{(100 * share).toFixed(0)} %</td>
      <td className="whitespace-nowrap px-4">
        {draws.map((resolved, draw) =>
          resolved === null ? null : (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: the draw's number is what it is.
              key={draw}
              type="button"
              className="min-h-6 min-w-4 hover:bg-surface-2 max-md:min-h-11 max-md:min-w-8"
              aria-label={`${taskId}, draw ${draw + 1}: ${resolved ? 'resolved' : 'not resolved'}`}
              disabled={opening !== null}
              onClick={() => void onOpen(taskId, draw)}
            >
              {opening === `${taskId} ${draw}` ? '…' : resolved ? '●' : '○'}
            </button>
          ),
        )}
      </td>
    </tr>
  )
}
