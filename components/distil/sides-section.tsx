'use client'

import { useQueryStates } from 'nuqs'
import { useState } from 'react'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Select } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Section } from '@/components/ui/section.tsx'
import { EmptyState, Skeleton } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { SidesFilter, SidesRow } from '@/lib/memory/distil/distil.ts'
import { SIDES_SHOWN } from '@/lib/memory/distil/distil-words.ts'
import { SettleDialog } from './settle-dialog.tsx'
import { SidesRowView } from './sides-row.tsx'
import { distilUrlParsers, SIDES_A_PAGE } from './sides-url.ts'

const SHOW_WORDS: Record<(typeof SIDES_SHOWN)[number], string> = {
  all: 'every subtask',
  both: 'both made something',
  model: 'the model alone',
  rules: 'rules alone',
  neither: 'neither',
  refused: 'answers that stayed faulty',
  left: 'not read yet',
}

/** Side by side: every subtask with what rules and the model made of it, to accept, refuse and edit by key or in bulk. */
export function SidesSection(props: SidesSectionProps) {
  const state = useSides(props)
  const { data, error, narrow, refetch } = state

  return (
    <>
      <Section
        id="sides"
        title="Side by side"
        note="what happened | excerpt by rules | experience by the model"
        className="border-hairline border-b !pb-4"
      >
        <SidesBar {...state} />
      </Section>
      {error && <ReadErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton lines={8} label="Reading both sides" />}
      {data?.matchCount === 0 && (
        <EmptyState
          title="No subtask is like this."
          actions={
            <Button onClick={() => narrow({ show: 'all', category: null, open: false })}>
              Show every subtask
            </Button>
          }
        />
      )}
      <Rows {...state} />
      <SidesPages {...state} />
      <Settle {...state} />
    </>
  )
}

function SidesPages({ data, setAt, setUrl, url }: SidesState) {
  return (
    data &&
    data.matchCount > SIDES_A_PAGE && (
      <Pager
        className="px-6 py-4 max-md:px-4"
        from={url.from}
        size={SIDES_A_PAGE}
        count={data.matchCount}
        onTurn={(from) => {
          setAt(0)
          void setUrl({ from: from || null }, { history: 'push', scroll: true })
        }}
      />
    )
  )
}

function Settle({ commands, data, filter, run, setSettling, settling }: SidesState) {
  return (
    <SettleDialog
      act={settling}
      filter={filter}
      count={data?.modelEntryCount ?? 0}
      onClose={() => setSettling(null)}
      onSettle={(input) =>
        void run(() => commands.settleSides(input), {
          receipt: (one) => one,
          text: () =>
            `${formatCount(input.expectedCount)} ${input.act === 'accept' ? 'accepted' : 'refused'}.`,
          done: () => setSettling(null),
        })
      }
    />
  )
}

function Rows({ accept, current, isPending, refuse, rows, setAt }: SidesState) {
  return (
    <ol aria-label="Subtasks, side by side">
      {rows.map((row, place) => (
        <SidesRowView
          key={row.subtaskId}
          row={row}
          isCurrent={row === current}
          isBusy={isPending}
          acts={{ accept, refuse }}
          onPoint={() => setAt(place)}
        />
      ))}
    </ol>
  )
}

type SidesSectionProps = { project: string }

type SidesState = ReturnType<typeof useSides>

function useSides({ project }: SidesSectionProps) {
  const commands = useCommands()
  const [url, setUrl] = useQueryStates(distilUrlParsers, { history: 'replace' })
  const filter: SidesFilter = { project, show: url.show, category: url.category, open: url.open }
  const { data, error, refetch } = useAnswer('sides', { ...filter, offset: url.from, limit: SIDES_A_PAGE })
  const { run, isPending } = useEntryChanges()
  const [at, setAt] = useState(0)
  const [settling, setSettling] = useState<'accept' | 'refuse' | null>(null)
  const rows = data?.rows ?? []
  const accept = (entryId: string) =>
    void run(() => commands.accept({ entryIds: [entryId] }), {
      receipt: (one) => one,
      text: () => 'Accepted: it serves, whichever extractor does.',
    })
  const refuse = (entryId: string) =>
    void run(() => commands.retire({ entryIds: [entryId], reason: 'refused side by side' }), {
      receipt: (one) => one,
      text: () => 'Refused: it does not come back.',
    })
  const narrow = (change: Partial<Pick<typeof url, 'show' | 'category' | 'open'>>) => {
    setAt(0)
    void setUrl({ ...change, from: null })
  }
  const state = { accept, at, current: rows[Math.min(at, rows.length - 1)], refuse, rows, setAt }
  useSidesKeys(state)
  return {
    ...state,
    commands,
    data,
    error,
    filter,
    isPending,
    narrow,
    refetch,
    run,
    setSettling,
    setUrl,
    settling,
    url,
  }
}

/** From row to row, and what is done with the one pointed at. */
function useSidesKeys({
  accept,
  at,
  current,
  refuse,
  rows,
  setAt,
}: Pick<SidesState, 'accept' | 'at' | 'refuse' | 'setAt'> & {
  current: SidesRow | undefined
  rows: SidesRow[]
}) {
  const point = (place: number) => {
    const next = Math.min(Math.max(0, place), rows.length - 1)
    setAt(next)
    document.querySelector(`[data-subtask="${rows[next]?.subtaskId}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const [byModel, byRules] = [current?.model?.entry, current?.rules.entry]
  useHotkeys([
    { keys: 'j ArrowDown', label: 'Next subtask', run: () => point(at + 1), when: rows.length > 0 },
    { keys: 'k ArrowUp', label: 'Previous subtask', run: () => point(at - 1), when: rows.length > 0 },
    {
      keys: 'a',
      label: 'Accept the model’s',
      run: () => byModel && accept(byModel.id),
      when: byModel != null,
    },
    {
      keys: 'x',
      label: 'Refuse the model’s',
      run: () => byModel && refuse(byModel.id),
      when: byModel != null,
    },
    { keys: 'r', label: 'Keep the rules’', run: () => byRules && accept(byRules.id), when: byRules != null },
  ])
}

function SidesBar({ data, isPending, narrow, setSettling, url }: SidesState) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Select
        aria-label="Which subtasks"
        className="w-auto! max-md:flex-1"
        value={url.show}
        onChange={(event) => narrow({ show: SIDES_SHOWN.find((one) => one === event.target.value) ?? 'all' })}
      >
        {SIDES_SHOWN.map((one) => (
          <option key={one} value={one}>
            {SHOW_WORDS[one]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Category"
        className="w-auto! max-md:flex-1"
        value={url.category ?? ''}
        onChange={(event) =>
          narrow({ category: CATEGORIES.find((one) => one === event.target.value) ?? null })
        }
      >
        <option value="">every category</option>
        {CATEGORIES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
      <label className="flex items-center gap-2 max-md:h-11">
        <Checkbox checked={url.open} onChange={(event) => narrow({ open: event.target.checked })} />
        not chosen yet
      </label>
      {data && <span className="text-ink-2 text-small">{plural(data.matchCount, 'subtask')}</span>}
      {data && (
        <span className="ml-auto flex flex-wrap gap-2">
          {ACTS.map(({ act, label, variant }) => (
            <Button
              key={act}
              variant={variant}
              disabled={data.modelEntryCount === 0 || isPending}
              onClick={() => setSettling(act)}
            >
              {label} all {formatCount(data.modelEntryCount)}
            </Button>
          ))}
        </span>
      )}
    </div>
  )
}

const ACTS = [
  { act: 'accept', label: 'Accept', variant: 'plain' },
  { act: 'refuse', label: 'Refuse', variant: 'danger' },
] as const
