import clsx from 'clsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { SideEntry, SidesRow } from '@/lib/memory/distil/distil.ts'
import { SideColumn } from './side-column.tsx'

export type SideActs = {
  accept: (entryId: string) => void
  refuse: (entryId: string) => void
}

/** One subtask: what happened | the excerpt by rules | the experience by the model. */
export function SidesRowView({ row, isCurrent, isBusy, acts, onPoint }: SidesRowViewProps) {
  const { rules, model } = row
  return (
    <li
      data-subtask={row.subtaskId}
      aria-current={isCurrent || undefined}
      onPointerDown={onPoint}
      className={clsx(
        'border-hairline border-b px-6 py-4 max-md:px-4',
        isCurrent && 'shadow-[inset_2px_0_0_var(--text)]',
      )}
    >
      <Columns row={row} rules={rules} model={model} />
      <p className="mt-3 flex flex-wrap gap-2">
        {model?.entry && (
          <>
            <Button
              disabled={isBusy}
              keys={isCurrent ? 'A' : undefined}
              onClick={() => model.entry && acts.accept(model.entry.id)}
            >
              Accept the model’s
            </Button>
            <Button
              variant="danger"
              disabled={isBusy}
              keys={isCurrent ? 'X' : undefined}
              onClick={() => model.entry && acts.refuse(model.entry.id)}
            >
              Refuse it
            </Button>
          </>
        )}
        {rules.entry && (
          <Button
            disabled={isBusy}
            keys={isCurrent ? 'R' : undefined}
            onClick={() => rules.entry && acts.accept(rules.entry.id)}
          >
            Keep the rules’
          </Button>
        )}
        <EditLinks row={row} />
      </p>
    </li>
  )
}

type SidesRowViewProps = {
  row: SidesRow
  isCurrent: boolean
  isBusy: boolean
  acts: SideActs
  onPoint: () => void
}

function Columns({
  row,
  rules,
  model,
}: Pick<SidesRowViewProps, 'row'> & {
  rules: { judged: string; skippedBecause: string | null; entry: SideEntry | null }
  model: SidesRow['model']
}) {
  return (
    <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)_minmax(0,7fr)] gap-6 max-lg:grid-cols-1 max-lg:gap-4">
      <Happened row={row} />
      <SideColumn
        entry={rules.entry}
        other={model?.entry ?? null}
        episodeId={row.episodeId}
        maker="Excerpt by rules"
        absent={rules.skippedBecause ?? 'Nothing is kept of it.'}
      />
      <SideColumn
        entry={model?.entry ?? null}
        other={rules.entry}
        episodeId={row.episodeId}
        maker={model?.by ? `Experience by a model (${model.by})` : 'Experience by a model'}
        absent={
          model === null ? 'No model has read it yet.' : (model.skippedBecause ?? 'Nothing is kept of it.')
        }
      />
    </div>
  )
}

function EditLinks({ row: { rules, model } }: { row: SidesRow }) {
  const href = useProjectHref()
  const entry = model?.entry ?? rules.entry
  if (!entry) return null
  return (
    <Link href={href(`/memories/${entry.id}`)} className="link self-center text-small">
      Edit
    </Link>
  )
}

function Happened({ row }: { row: SidesRow }) {
  const href = useProjectHref()
  const { rules, model } = row
  const differs = model !== null && model.judged !== rules.judged
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <CategoryMark category={row.category} />
        <Link
          href={href(`/episodes/${row.episodeId}`, { step: row.fromStep })}
          className="link font-mono text-small [overflow-wrap:anywhere]"
        >
          {row.instanceId}
        </Link>
        <span className="text-ink-3 text-small">{stepsWords(row.fromStep, row.toStep)}</span>
      </p>
      <dl className="mt-2 grid grid-cols-[60px_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
        <dt className="text-ink-3">Rules</dt>
        <dd className="m-0">{rules.judged}</dd>
        <dt className="text-ink-3">Model</dt>
        <dd className="m-0">
          {model === null ? (
            <span className="text-ink-3">not asked</span>
          ) : (
            <>
              <span className={clsx(differs && 'border border-ink px-1')}>{model.judged}</span>{' '}
              <span className="text-pretty text-ink-2">{model.because}</span>
            </>
          )}
        </dd>
      </dl>
      {model?.evidence && (
        <p className="mt-1 border-strong border-l pl-2 text-ink-3 text-small [overflow-wrap:anywhere]">
          <Link
            href={href(`/episodes/${row.episodeId}`, { step: model.evidence.step })}
            className="link font-mono"
          >
            step {model.evidence.step}
          </Link>{' '}
          “{model.evidence.quote}”
        </p>
      )}
    </div>
  )
}
