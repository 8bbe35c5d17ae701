import clsx from 'clsx'
import { Button } from '@/components/ui/button.tsx'
import { formatBytes, formatCount } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import type { EmbedderView, SettingsView } from '@/lib/memory/embedders.ts'
import { isOpen, spaceWord } from './prepare-settings.ts'

const NUMBER = 'text-right font-mono tabular-nums max-md:hidden'

const COLUMNS: TableColumn[] = [
  { label: 'Embedder' },
  { label: 'Dimensions', className: 'text-right max-md:hidden' },
  { label: 'Entries with a vector', className: 'text-right max-md:hidden' },
  { label: 'Size', className: 'text-right max-md:hidden' },
  { label: 'Actions', isSilent: true },
]

type Choosing = { onChoose: (id: string) => void; onRemove: (embedder: EmbedderView) => void }
type RowState = Choosing & { embedder: EmbedderView; isChosen: boolean; isBusy: boolean }

/** Every space of vectors there is or could be, a line each. */
export function EmbedderTable({
  settings,
  chosen,
  onChoose,
  onRemove,
}: {
  settings: SettingsView
  chosen: string | null
} & Choosing) {
  const { embedders, entryCount, job } = settings
  const busy = isOpen(job) ? job?.to : null
  return (
    <section className="px-6 py-5 max-md:px-4">
      <SectionTitle
        title="Embedders"
        note="one is in use; vectors of others are kept beside it, for Compare"
      />
      <table className="mt-2 w-full border-collapse text-left [&_td]:py-2 [&_td]:pr-4 [&_th]:pr-4 [&_th]:font-normal">
        <TableHead columns={COLUMNS} />
        <tbody>
          {embedders.map((embedder) => (
            <EmbedderRow
              key={embedder.id}
              isChosen={chosen === embedder.id}
              isBusy={embedder.id === busy}
              {...{ embedder, entryCount, onChoose, onRemove }}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function EmbedderRow({ embedder, entryCount, ...acts }: RowState & { entryCount: number }) {
  return (
    <tr className="border-hairline border-b align-top">
      <td className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <span className={clsx('font-mono', embedder.current && 'font-medium')}>{embedder.id}</span>{' '}
          <span className={clsx('text-small', embedder.current ? 'font-medium' : 'text-ink-2')}>
            {spaceWord(embedder)}
          </span>
        </p>
        <p className="text-pretty text-ink-2 text-small">
          {embedder.what}
          {embedder.remote && <span className="text-ink-3">; texts are sent to it</span>}
          {embedder.fault && <span className="block text-danger">{embedder.fault}</span>}
        </p>
        <p className="hidden text-ink-2 text-small max-md:block">
          {embedder.dimension === null
            ? 'dimensions unknown'
            : `${formatCount(embedder.dimension)} dimensions`}
          , {formatCount(embedder.entries)} of {formatCount(entryCount)} entries
        </p>
      </td>
      <td className={NUMBER}>
        {embedder.dimension === null ? (
          <Hatch label="unknown until its server is asked" />
        ) : (
          formatCount(embedder.dimension)
        )}
      </td>
      <td className={NUMBER}>
        {formatCount(embedder.entries)} / {formatCount(entryCount)}
      </td>
      <td className={NUMBER}>{embedder.entries === 0 ? '–' : formatBytes(embedder.bytes ?? 0)}</td>
      <td className="w-px !pr-0">
        <RowActs {...acts} embedder={embedder} />
      </td>
    </tr>
  )
}

function RowActs({ embedder, isChosen, isBusy, onChoose, onRemove }: RowState) {
  return (
    <span className="flex justify-end gap-2 max-md:flex-col">
      {!embedder.current && embedder.entries > 0 && !isBusy && (
        <Button
          variant="danger"
          onClick={() => onRemove(embedder)}
          aria-label={`Remove the vectors of ${embedder.id}`}
        >
          Remove
        </Button>
      )}
      {embedder.available && !(embedder.current && embedder.complete) && (
        <Button
          aria-expanded={isChosen}
          onClick={() => onChoose(embedder.id)}
          aria-label={`What it would cost: ${embedder.id}`}
        >
          What it would cost
        </Button>
      )}
    </span>
  )
}
