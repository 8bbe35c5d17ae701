'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { projectHref } from '@/components/frame/project-href.ts'
import { OutcomeWord } from '@/components/marks/outcome-word.tsx'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { formatBytes, formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import type { ImportResult } from '@/lib/memory/views/jobs.ts'
import { type ImportItem, whyNoEntries } from './prepare-import.ts'

const COLUMNS: TableColumn[] = [
  { label: 'File', className: 'pl-6!' },
  { label: 'Task', className: 'w-[32%]' },
  { label: 'Steps', className: 'w-13 text-right' },
  { label: 'Outcome', className: 'w-[156px]' },
  { label: 'Subtasks', className: 'w-[70px] text-right max-lg:hidden' },
  { label: 'Entries', className: 'w-[60px] text-right' },
  { label: 'Became', className: 'w-[124px] pr-6!' },
]

type RowActs = {
  project: string
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** One row for every record of every file, from the drop to what became of it. */
export function ImportTable({ items, ...acts }: RowActs & { items: ImportItem[] }) {
  return (
    <table className="w-full table-fixed border-collapse max-md:block">
      <TableHead columns={COLUMNS} className="max-md:sr-only" rowClass="[&>th]:px-2" />
      <tbody className="max-md:block">
        {items.flatMap((item) =>
          (item.results.length === 0 ? [null] : item.results).map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records of a file keep their order.
            <FileRow key={`${item.id}-${index}`} item={item} result={result} {...acts} />
          )),
        )}
      </tbody>
    </table>
  )
}

type FileRowProps = RowActs & { item: ImportItem; result: ImportResult | null }

function FileRow(props: FileRowProps) {
  const { item, result, project } = props
  const fault = item.fault ?? (result?.error ? { ...result.error, reference: null } : null)
  const name = result?.file ?? item.path
  const isRead = result?.status === 'imported' || result?.status === 'present'
  const count = (n: number | null | undefined) => n != null && formatCount(n)
  return (
    <>
      <tr
        className={clsx(
          'h-11 border-hairline align-top max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-2.5 [&>td]:overflow-hidden [&>td]:px-2 [&>td]:pt-1.5 [&>td]:pb-1.5 max-md:[&>td]:p-0',
          fault === null && 'border-b',
        )}
      >
        <td className="pl-6! max-md:order-1 max-md:pl-0!">
          <WholeName title={`${name}, ${formatBytes(item.size)}`}>{name}</WholeName>
          <FileFacts item={item} result={result} />
        </td>
        <td className="max-md:order-5 max-md:col-span-2">
          {result?.instanceId && <Task result={result} project={project} />}
        </td>
        <td className="num text-small max-md:hidden">{count(result?.steps)}</td>
        <td
          className="text-small max-md:order-4 max-md:text-right"
          title={result?.outcomeSource ?? undefined}
        >
          {isRead && <OutcomeWord outcome={result.outcome} source="imported" />}
        </td>
        <td className="num text-small max-lg:hidden">{count(result?.subtasks)}</td>
        <td className="num text-small max-md:hidden">{count(result?.entries)}</td>
        <td className="pr-6! text-small max-md:order-2 max-md:pr-0!">
          <Became {...props} />
        </td>
      </tr>
      {fault && (
        <tr className="border-hairline border-b max-md:block">
          <td colSpan={7} className="px-6 pb-2.5 max-md:block max-md:px-4">
            <FaultLine fault={fault} />
          </td>
        </tr>
      )}
    </>
  )
}

/** A name in as many lines as it needs: names of one folder differ at the end, and are told apart by nothing else. */
function WholeName({ title, children }: { title?: string; children: string }) {
  return (
    <span title={title} className="block font-mono text-small leading-[18px] [overflow-wrap:anywhere]">
      {children}
    </span>
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
          className="link line-clamp-2"
        >
          {words}
        </Link>
      ) : (
        <span title={words} className="line-clamp-2">
          {words}
        </span>
      )}
      {taskTitle && instanceId && <WholeName>{instanceId}</WholeName>}
    </>
  )
}

const BECAME: Record<ImportResult['status'], string> = {
  imported: 'imported',
  present: 'already here',
  recognised: 'recognised',
  unsupported: 'not supported yet',
  'not-a-trajectory': 'not a trajectory',
  failed: 'failed',
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
  const isEmpty = result?.status === 'imported' && result.entries === 0
  const facts = (
    <>
      {item.state === 'sending' && (
        <span className="hatch mr-1.5 inline-block h-[9px] w-16" role="img" aria-label="not recognised yet" />
      )}
      {layout && <span className="text-ink-2">{layout}, </span>}
      {formatBytes(item.size)}
      {isEmpty && <span className="text-ink-2">, 0 entries: {whyNoEntries([result])}</span>}
    </>
  )
  if (notes.length === 0)
    return <span className={clsx('block text-ink-3 text-small', !isEmpty && 'truncate')}>{facts}</span>
  return (
    <details className="text-ink-3 text-small">
      <summary className={clsx(!isEmpty && 'truncate')}>
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
