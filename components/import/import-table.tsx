'use client'

import clsx from 'clsx'
import { projectHref } from '@/components/frame/project-href.ts'
import { OutcomeWord } from '@/components/marks/outcome-word.tsx'
import { EndOfName } from '@/components/ui/end-of-name.tsx'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { formatBytes, formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import type { ImportResult } from '@/lib/memory/views.ts'
import { type ImportItem, whyNoEntries } from './prepare-import.ts'

const COLUMNS: TableColumn[] = [
  { label: 'File', className: 'pl-6!' },
  { label: 'Task', className: 'w-[24%]' },
  { label: 'Steps', className: 'w-13 text-right' },
  { label: 'Outcome', className: 'w-[160px]' },
  { label: 'Subtasks', className: 'w-[70px] text-right max-lg:hidden' },
  { label: 'Entries', className: 'w-[60px] text-right' },
  { label: 'Became', className: 'w-[132px] pr-6!' },
]

/** One row for every record of every file, from the drop to what became of it. */
export function ImportTable({
  items,
  project,
  onRemove,
  onRetry,
}: {
  items: ImportItem[]
  project: string
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}) {
  return (
    <table className="w-full table-fixed border-collapse max-md:block">
      <TableHead columns={COLUMNS} className="max-md:sr-only" rowClass="[&>th]:px-2" />
      <tbody className="max-md:block">
        {items.flatMap((item) =>
          item.results.length === 0
            ? [
                <FileRow
                  key={item.id}
                  item={item}
                  result={null}
                  project={project}
                  onRemove={onRemove}
                  onRetry={onRetry}
                />,
              ]
            : item.results.map((result, index) => (
                <FileRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: records of a file keep their order.
                  key={`${item.id}-${index}`}
                  item={item}
                  result={result}
                  project={project}
                  onRemove={onRemove}
                  onRetry={onRetry}
                />
              )),
        )}
      </tbody>
    </table>
  )
}

function FileRow({
  item,
  result,
  project,
  onRemove,
  onRetry,
}: {
  item: ImportItem
  result: ImportResult | null
  project: string
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}) {
  const fault = item.fault ?? (result?.error ? { ...result.error, reference: null } : null)
  const name = result?.file ?? item.path
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
          {result?.instanceId &&
            (result.episodeId ? (
              <Link href={projectHref(`/episodes/${result.episodeId}`, project)} className="link block">
                <EndOfName name={result.instanceId} />
              </Link>
            ) : (
              <EndOfName name={result.instanceId} />
            ))}
        </td>
        <td className="num text-small max-md:hidden">{result?.steps != null && formatCount(result.steps)}</td>
        <td
          className="text-small max-md:order-4 max-md:text-right"
          title={result?.outcomeSource ?? undefined}
        >
          {result && (result.status === 'imported' || result.status === 'present') && (
            <OutcomeWord outcome={result.outcome} source="imported" />
          )}
        </td>
        <td className="num text-small max-lg:hidden">
          {result?.subtasks != null && formatCount(result.subtasks)}
        </td>
        <td className="num text-small max-md:hidden">
          {result?.entries != null && formatCount(result.entries)}
        </td>
        <td className="pr-6! text-small max-md:order-2 max-md:pr-0!">
          <Became item={item} result={result} onRemove={onRemove} onRetry={onRetry} />
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

const BECAME: Record<ImportResult['status'], string> = {
  imported: 'imported',
  present: 'already here',
  recognised: 'recognised',
  unsupported: 'not supported yet',
  'not-a-trajectory': 'not a trajectory',
  failed: 'failed',
}

function Became({
  item,
  result,
  onRemove,
  onRetry,
}: {
  item: ImportItem
  result: ImportResult | null
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}) {
  if (item.state === 'waiting') {
    return (
      <span className="flex items-center justify-between gap-1 text-ink-3">
        waiting
        <button
          type="button"
          className="link max-md:min-h-11 max-md:px-2"
          onClick={() => onRemove(item.id)}
          aria-label={`remove ${item.path} from the list`}
        >
          remove
        </button>
      </span>
    )
  }
  if (item.state === 'sending') return <span className="text-ink-2">reading …</span>
  if (item.state === 'cancelled' || item.state === 'refused') {
    return (
      <span className="flex items-center justify-between gap-1">
        <span className={item.state === 'refused' ? 'text-danger' : 'text-ink-3'}>
          {item.state === 'refused' ? 'failed' : 'not sent'}
        </span>
        <button
          type="button"
          className="link max-md:min-h-11 max-md:px-2"
          onClick={() => onRetry(item.id)}
          aria-label={`Try ${item.path} again`}
        >
          again
        </button>
      </span>
    )
  }
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
