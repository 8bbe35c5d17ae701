'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, formatInstant } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { WorklistHead } from '@/lib/memory/findings/worklist.ts'

type State = { heads: WorklistHead[]; scannedAt: string | null; waiting: { count: number; held: number } }

const LOOK_AGAIN_MS = 1_000

const COLUMNS: TableColumn[] = [
  { label: 'Worklist', className: 'w-44 pl-6' },
  { label: 'What it asks' },
  { label: 'Entries', className: 'w-20 text-right' },
  { label: 'Findings', className: 'w-20 text-right' },
  { label: 'Dismissed', className: 'w-24 pr-6 text-right' },
]

/** Every worklist in a line; one that could not look says why. */
export function WorklistTable({ projectId, ...initial }: State & { projectId: string }) {
  const { heads, scannedAt, waiting, isLooking, look } = useLooking(projectId, initial)
  return (
    <>
      <p className="flex min-h-11 flex-wrap items-center gap-3 px-6 py-2 text-ink-3 text-small max-md:px-4">
        <span aria-live="polite">
          {isLooking
            ? 'Looking …'
            : scannedAt === null
              ? 'Not looked yet.'
              : `Looked ${formatInstant(scannedAt)}.`}
        </span>
        <Button disabled={isLooking} onClick={() => void look()}>
          {scannedAt === null ? 'Look through it' : 'Look again'}
        </Button>
      </p>
      <table className="w-full border-hairline border-t">
        <TableHead columns={COLUMNS} className="max-md:sr-only" />
        <tbody>
          <WorklistRow
            name="waiting"
            title="Waiting for review"
            line="What waits for a person before an agent gets it?"
            rule="Candidates of the review gate, and entries held for looking like one that was retired."
            entries={formatCount(waiting.count)}
          />
          {heads.map((head) => (
            <DetectorRow key={head.detector} head={head} isUnknown={scannedAt === null} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The worklists as they are now, and another look at the project, waited for. */
function useLooking(projectId: string, initial: State) {
  const commands = useCommands()
  const { tell } = useTelling()
  /** The look before the one that was ordered. */
  const [waitsFor, setWaitsFor] = useState<string | null | undefined>(undefined)
  const { data } = useQuery({
    queryKey: ['worklists', projectId],
    queryFn: () => answered(commands.worklists({ projectId })),
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

function DetectorRow({ head, isUnknown }: { head: WorklistHead; isUnknown: boolean }) {
  const href = useProjectHref()
  const { detector, unknownBecause, stoppedBecause, dismissed } = head
  const found = (count: number) =>
    isUnknown || unknownBecause !== null ? <Hatch label="unknown" /> : least(head, count)
  return (
    <WorklistRow
      name={detector}
      title={head.title}
      line={head.question}
      state={stateOf(head)}
      rule={
        <>
          {head.definition}
          {unknownBecause !== null && (
            <span className="block text-warning">Could not look: {unknownBecause}</span>
          )}
          {stoppedBecause !== null && (
            <span className="block text-warning">At least so many: {stoppedBecause}</span>
          )}
        </>
      }
      entries={found(head.entryCount)}
      findings={found(head.open)}
      dismissed={
        dismissed > 0 ? (
          <Link className="link" href={href(`/memories/review/${detector}`, { view: 'dismissed' })}>
            {formatCount(dismissed)}
          </Link>
        ) : (
          formatCount(0)
        )
      }
    />
  )
}

type WorklistRowProps = {
  /** Its place under /worklists. */
  name: string
  title: string
  line: string
  state?: string | null
  rule: ReactNode
  entries: ReactNode
  /** What the list is no list of stays empty. */
  findings?: ReactNode
  dismissed?: ReactNode
}

function WorklistRow({ name, title, line, state, rule, entries, findings, dismissed }: WorklistRowProps) {
  const href = useProjectHref()
  return (
    <tr className="border-hairline border-b align-baseline hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-2">
      <th scope="row" className="py-2 pl-6 text-left font-medium max-md:p-0">
        <Link
          href={href(`/memories/review/${name}`)}
          className="hover:underline hover:underline-offset-4 max-md:inline-block max-md:py-3"
        >
          {title}
        </Link>
      </th>
      <td className="max-w-[72ch] py-2 pr-4 text-ink-2 text-small max-md:col-span-2 max-md:row-start-2 max-md:py-0">
        <OnDemand line={line} state={state}>
          {rule}
        </OnDemand>
      </td>
      <td className="num py-2">{entries}</td>
      <td className="num py-2 max-md:hidden">{findings}</td>
      <td className="num py-2 pr-6 text-ink-3 max-md:hidden">{dismissed}</td>
    </tr>
  )
}

/** One line; the whole rule under it for whoever asks. */
function OnDemand({
  line,
  state,
  children,
}: {
  line: string
  state: string | null | undefined
  children: ReactNode
}) {
  return (
    <details className="group">
      <summary className="cursor-pointer list-none marker:hidden touch:py-3.5 [&::-webkit-details-marker]:hidden">
        {line}
        {state && <span className="text-warning"> {state}</span>}{' '}
        <span className="whitespace-nowrap text-ink-3 underline decoration-strong underline-offset-3">
          <span className="group-open:hidden">the rule</span>
          <span className="hidden group-open:inline">less</span>
        </span>
      </summary>
      <p className="max-w-[72ch] text-pretty py-1 text-ink-3">{children}</p>
    </details>
  )
}

function stateOf({ unknownBecause, stoppedBecause }: WorklistHead): string | null {
  if (unknownBecause !== null) return 'Could not look.'
  return stoppedBecause === null ? null : 'At least so many.'
}

/** A detector that stopped has found at least so many. */
function least({ stoppedBecause }: WorklistHead, count: number): string {
  return stoppedBecause === null ? formatCount(count) : `≥ ${formatCount(count)}`
}
