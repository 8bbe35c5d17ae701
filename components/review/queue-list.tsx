'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { PrecisionBar } from '@/components/marks/precision-bar.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, formatInstant, formatPercent } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { OutputOf } from '@/lib/memory/operation.ts'
import { queuePath } from '@/lib/memory/queue-path.ts'

type Queues = OutputOf<'reviewQueues'>

const LOOK_AGAIN_MS = 1_000

const COLUMNS: TableColumn[] = [
  { label: 'Queue', className: 'w-44 pl-6' },
  { label: 'What it asks' },
  { label: 'Open', className: 'w-20 text-right' },
  { label: 'Done here', className: 'w-20 text-right' },
  { label: 'Right, of those judged anywhere', className: 'w-56 pl-6' },
  { label: 'Dismissed', className: 'w-24 pr-6 text-right' },
]

/** Every queue of a project in a line; a detector that could not look says why. */
export function QueueList({ projectId, initial }: { projectId: string; initial: Queues }) {
  const { queues, scannedAt, isLooking, look } = useLooking(projectId, initial)
  return (
    <>
      <p className="flex min-h-11 flex-wrap items-center gap-3 px-6 py-2 text-ink-3 text-small max-md:px-4">
        <span aria-live="polite">
          {isLooking
            ? 'Looking …'
            : scannedAt === null
              ? 'The detectors have not looked yet.'
              : `Looked ${formatInstant(scannedAt)}.`}
        </span>
        <ActButton asks="scan" disabled={isLooking} onClick={() => void look()}>
          {scannedAt === null ? 'Look through it' : 'Look again'}
        </ActButton>
      </p>
      <table className="w-full border-hairline border-t">
        <TableHead columns={COLUMNS} className="max-md:sr-only" />
        <tbody>
          {queues.map((queue) => (
            <QueueRow key={`${queue.task} ${queue.queue}`} queue={queue} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The queues as they are now, and another look at the project, waited for. */
function useLooking(projectId: string, initial: Queues) {
  const commands = useCommands()
  const { tell } = useTelling()
  /** The look before the one that was ordered. */
  const [waitsFor, setWaitsFor] = useState<string | null | undefined>(undefined)
  const { data } = useQuery({
    queryKey: ['queues', projectId],
    queryFn: () => answered(commands.reviewQueues({ projectId })),
    initialData: initial,
    refetchInterval: ({ state }) =>
      waitsFor !== undefined && state.data?.scannedAt === waitsFor ? LOOK_AGAIN_MS : false,
  })
  const look = async () => {
    setWaitsFor(data.scannedAt)
    if (!(await tell(commands.scan({ projectId }))).ok) setWaitsFor(undefined)
  }
  return { ...data, isLooking: waitsFor !== undefined && data.scannedAt === waitsFor, look }
}

function QueueRow({ queue }: { queue: Queues['queues'][number] }) {
  const href = useProjectHref()
  const { title, question, rule, left, isLeast, done, dismissed, precision, trust, warning } = queue
  return (
    <tr className="border-hairline border-b align-baseline hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-2">
      <th scope="row" className="py-2 pl-6 text-left font-medium max-md:p-0">
        <Link
          href={href(queuePath(queue))}
          className="hover:underline hover:underline-offset-4 max-md:inline-block max-md:py-3"
        >
          {title}
        </Link>
      </th>
      <td className="max-w-[72ch] py-2 pr-4 text-ink-2 text-small max-md:col-span-2 max-md:row-start-2 max-md:py-0">
        <details className="group">
          <summary className="cursor-pointer list-none marker:hidden touch:py-3.5 [&::-webkit-details-marker]:hidden">
            {question}
            {trust === 'wrong' && <span className="text-warning"> Wrong too often so far.</span>}
            {warning && (
              <span className="text-warning"> {left === null ? 'Could not look.' : 'At least so many.'}</span>
            )}{' '}
            <span className="whitespace-nowrap text-ink-3 underline decoration-strong underline-offset-3">
              <span className="group-open:hidden">the rule</span>
              <span className="hidden group-open:inline">less</span>
            </span>
          </summary>
          <p className="max-w-[72ch] text-pretty py-1 text-ink-3">
            {rule}
            {warning && <span className="block text-warning">{warning}</span>}
          </p>
        </details>
      </td>
      <td className="num py-2">
        {left === null ? <Hatch label="unknown" /> : `${isLeast ? '≥ ' : ''}${formatCount(left)}`}
      </td>
      <td className="num py-2 text-ink-3 max-md:hidden">{formatCount(done)}</td>
      <td className="whitespace-nowrap py-2 pl-6 text-small max-md:hidden">
        {precision !== undefined && (
          <span className="flex items-center gap-2">
            <PrecisionBar share={precision} />
            <span className="text-ink-3">
              {precision === null
                ? 'n 0'
                : `${formatPercent(precision.share)}, n ${formatCount(precision.n)}, ${(precision.interval.low * 100).toFixed(0)} to ${formatPercent(precision.interval.high)}`}
            </span>
          </span>
        )}
      </td>
      <td className="num py-2 pr-6 text-ink-3 max-md:hidden">
        {dismissed ? (
          <Link className="link" href={href(queuePath(queue), { view: 'dismissed' })}>
            {formatCount(dismissed)}
          </Link>
        ) : (
          dismissed !== undefined && formatCount(dismissed)
        )}
      </td>
    </tr>
  )
}
