'use client'

import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { projectHref } from '@/components/frame/project-href.ts'
import { OutcomeWord } from '@/components/marks/outcome-word.tsx'
import { EndOfName } from '@/components/ui/end-of-name.tsx'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { formatBytes, formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Segmented, type SegmentOption } from '@/components/ui/segmented.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import type { ImportResult } from '@/lib/memory/views/jobs.ts'
import { BECAME, type ImportItem, type ImportRow, kindOf, type RowKind } from './prepare-import.ts'

const COLUMNS: TableColumn[] = [
  { label: 'File', className: 'pl-6!' },
  { label: 'Task', className: 'w-[34%]' },
  { label: 'Steps', className: 'w-13 text-right' },
  { label: 'Outcome', className: 'w-[140px]' },
  { label: 'Became', className: 'w-[124px] pr-6!' },
]

type RowActs = {
  project: string
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** Rows of a page. */
const PAGE = 20
/** A list that is as short as this needs no folding. */
const MOST_UNFOLDED = 8

const KINDS: SegmentOption<RowKind | 'all'>[] = [
  { value: 'all', label: 'All' },
  { value: 'in', label: 'Read' },
  { value: 'known', label: 'Known' },
  { value: 'unread', label: 'Not read' },
]

/** One row for every record of every file, from the drop to what became of it; folded, a page at a time. */
export function FileList({ rows, ...acts }: RowActs & { rows: readonly ImportRow[] }) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const [kind, setKind] = useState<RowKind | 'all'>('all')
  const [from, setFrom] = useState(0)
  const isUnfolded = isOpen ?? rows.length <= MOST_UNFOLDED
  const counts = Map.groupBy(rows, kindOf)
  const some = kind === 'all' ? rows : (counts.get(kind) ?? [])
  const first = from < some.length ? from : 0
  const kinds = KINDS.filter(({ value }) => value === 'all' || value === kind || counts.has(value))
  return (
    <section aria-label="Files" className="min-w-0">
      <details
        open={isUnfolded}
        // Also heard where the page itself folded it, or opened it at first.
        onToggle={({ currentTarget: { open } }) => open !== isUnfolded && setOpen(open)}
      >
        <summary className="cursor-pointer px-6 py-2.5 font-medium max-md:px-4 max-md:py-3.5">
          {rows.length === 1 ? 'What became of it' : `What became of each, ${rows.length}`}
        </summary>
        {isUnfolded && (
          <>
            {kinds.length > 2 && (
              <div className="overflow-x-auto px-6 pb-2 max-md:px-4">
                <Segmented
                  label="Files shown"
                  value={kind}
                  options={kinds.map((one) => ({
                    ...one,
                    label: `${one.label} ${formatCount(one.value === 'all' ? rows.length : (counts.get(one.value)?.length ?? 0))}`,
                  }))}
                  onChange={(to) => {
                    setKind(to)
                    setFrom(0)
                  }}
                />
              </div>
            )}
            <table className="w-full table-fixed border-collapse max-md:block">
              <TableHead columns={COLUMNS} className="max-md:sr-only" rowClass="[&>th]:px-2" />
              <tbody className="max-md:block">
                {some.slice(first, first + PAGE).map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: records of a file keep their order.
                  <FileRow key={`${row.item.id}-${index}`} {...row} {...acts} />
                ))}
              </tbody>
            </table>
            {some.length > PAGE && (
              <Pager
                className="px-6 py-2 max-md:px-4"
                from={first}
                size={PAGE}
                count={some.length}
                onTurn={setFrom}
              />
            )}
          </>
        )}
      </details>
    </section>
  )
}

type FileRowProps = RowActs & ImportRow

function FileRow(props: FileRowProps) {
  const { item, result, project } = props
  const fault = item.fault ?? (result?.error ? { ...result.error, reference: null } : null)
  const name = result?.file ?? item.path
  const isRead = result?.status === 'imported' || result?.status === 'present'
  return (
    <>
      <tr
        className={clsx(
          'h-11 border-hairline align-top max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-2.5 [&>td]:overflow-hidden [&>td]:px-2 [&>td]:pt-1.5 [&>td]:pb-1.5 max-md:[&>td]:p-0',
          fault === null && 'border-b',
        )}
      >
        <td className="pl-6! max-md:order-1 max-md:pl-0!">
          <EndOfName name={name} title={`${name}, ${formatBytes(item.size)}`} />
          <FileFacts item={item} result={result} />
        </td>
        <td className="max-md:order-5 max-md:col-span-2">
          {result?.instanceId && <Task result={result} project={project} />}
        </td>
        <td className="num text-small max-md:hidden">{result?.steps != null && formatCount(result.steps)}</td>
        <td
          className="text-small max-md:order-4 max-md:text-right"
          title={result?.outcomeSource ?? undefined}
        >
          {isRead && <OutcomeWord outcome={result.outcome} said={result.outcomeSource} source="imported" />}
        </td>
        <td className="pr-6! text-small max-md:order-2 max-md:pr-0!">
          <Became {...props} />
        </td>
      </tr>
      {fault && (
        <tr className="border-hairline border-b max-md:block">
          <td colSpan={5} className="px-6 pb-2.5 max-md:block max-md:px-4">
            <FaultLine fault={fault} />
          </td>
        </tr>
      )}
    </>
  )
}

/** What the run was to do, its first line, and the id by which outcomes are joined. */
function Task({ result, project }: { result: ImportResult; project: string }) {
  const { instanceId, taskTitle, episodeId } = result
  const words = taskTitle || instanceId || ''
  return (
    <>
      {episodeId ? (
        <Link
          href={projectHref(`/episodes/${episodeId}`, project)}
          title={words}
          className="link block truncate"
        >
          {words}
        </Link>
      ) : (
        <span title={words} className="block truncate">
          {words}
        </span>
      )}
      {taskTitle && instanceId && <EndOfName name={instanceId} className="text-ink-3" />}
    </>
  )
}

function Became({ item, result, onRemove, onRetry }: FileRowProps) {
  if (item.state === 'waiting')
    return (
      <BecameSoFar act="remove" label={`remove ${item.path} from the list`} onAct={() => onRemove(item.id)}>
        waiting
      </BecameSoFar>
    )
  if (item.state === 'sending') return <span className="text-ink-2">reading …</span>
  if (item.state === 'cancelled' || item.state === 'refused')
    return (
      <BecameSoFar act="again" label={`Try ${item.path} again`} onAct={() => onRetry(item.id)}>
        {item.state === 'refused' ? <span className="text-danger">failed</span> : 'not sent'}
      </BecameSoFar>
    )
  if (result === null) return <span className="text-ink-3">held no record</span>
  return (
    <span
      className={clsx(
        result.status === 'failed' && 'text-danger',
        (result.status === 'unsupported' || result.status === 'not-a-trajectory') && 'text-warning',
        result.status === 'imported' && 'text-success',
      )}
    >
      {result.status === 'imported' && '✓ '}
      {BECAME[result.status]}
    </span>
  )
}

function BecameSoFar({
  act,
  label,
  onAct,
  children,
}: {
  act: string
  label: string
  onAct: () => void
  children: ReactNode
}) {
  return (
    <span className="flex items-center justify-between gap-1 text-ink-3">
      {children}
      <button type="button" className="link max-md:min-h-11 max-md:px-2" onClick={onAct} aria-label={label}>
        {act}
      </button>
    </span>
  )
}

/** What it was recognised as, its size, and the notes made while reading it. */
function FileFacts({ item, result }: { item: ImportItem; result: ImportResult | null }) {
  const notes = result?.warnings ?? []
  // What is wrong with the layout stands below the row, often with the layout it looks like.
  const layout = result && (result.format ?? (result.error ? null : 'no layout recognised'))
  const facts = (
    <>
      {item.state === 'sending' && (
        <span className="hatch mr-1.5 inline-block h-[9px] w-16" role="img" aria-label="not recognised yet" />
      )}
      {layout && <span className="text-ink-2">{layout}, </span>}
      {formatBytes(item.size)}
      {result?.subtasks ? `, ${plural(result.subtasks, 'stage')}` : ''}
      {result?.entries ? `, ${plural(result.entries, 'entry', 'entries')}` : ''}
    </>
  )
  if (notes.length === 0) return <span className="block truncate text-ink-3 text-small">{facts}</span>
  return (
    <details className="text-ink-3 text-small">
      <summary className="truncate">
        {facts}, {plural(notes.length, 'note')}
      </summary>
      <ul className="mt-1 grid gap-1 pb-1 leading-[18px]">
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat.
          <li key={index} className="text-pretty">
            {note}
          </li>
        ))}
      </ul>
    </details>
  )
}
