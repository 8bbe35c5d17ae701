'use client'

import { useRouter } from 'next/navigation'
import { type SetValues, useQueryStates, type Values } from 'nuqs'
import { useEffect, useState, useTransition } from 'react'
import { signedUndo, useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import type { ActivityFacets, ActivityList, ActivityRow } from '@/lib/memory/views/activity.ts'
import type { ProjectView } from '@/lib/memory/views/project.ts'
import { ActivityFilterBar } from './activity-filter-bar.tsx'
import { ActivityRows } from './activity-rows.tsx'
import {
  ACTIVITY_ROWS,
  type ActivityFilter,
  activityExportPath,
  activityUrlParsers,
  isFiltered,
} from './activity-url.ts'
import { ChainResult, useChainCheck } from './chain-check.tsx'
import { ExportMenu, entryExports } from './export-menu.tsx'
import { activityVerdict, NUMBERING, whyNoUndo } from './prepare-activity.ts'

/** Takes one revision back; the fault of the last try stands in its row. */
function useTakeBack() {
  const { undo } = useCommands()
  const { run, isPending } = useEntryChanges()
  const [fault, setFault] = useState<{ revision: number; fault: Fault } | null>(null)
  const takeBack = async ({ revision }: ActivityRow) => {
    setFault(null)
    const result = await run(() => undo(signedUndo(revision)), {
      receipt: (value) => value,
      text: (value) =>
        `Revision ${formatCount(revision)} undone: ${plural(value.entryCount, 'entry', 'entries')} as before.`,
      quiet: true,
    })
    if (!result.ok) setFault({ revision, fault: result.error })
    return result.ok
  }
  return { takeBack, fault, isPending }
}

type ActivityScreenProps = {
  project: ProjectView
  list: ActivityList
  facets: ActivityFacets
  /** Entries that an export of runs leaves out. */
  withoutRun: number
}

/** The log of a project: filter, list, what each revision changed, and the way back. */
export function ActivityScreen({ project, list, facets, withoutRun }: ActivityScreenProps) {
  const { rows, matchCount } = list
  const { url, setUrl, readWith, isReading } = useActivityUrl(list)
  const chain = useChainCheck(project.id)
  const { toggle, undoOf, asked, keep, fault, isPending } = useRevisionActs(rows, url, setUrl)
  const check = () => void chain.check()
  useHotkeys([{ keys: 'c', label: 'Check the chain', run: check }])
  const filtered = isFiltered(url)
  const thisLog = {
    title: filtered ? `This log, ${formatCount(matchCount)} that match` : 'This log',
    items: [{ label: 'JSON Lines', note: 'with its seals', href: activityExportPath(project.name, url) }],
  }
  const theMemory = { title: 'The memory', items: entryExports(project.name, null, withoutRun) }
  return (
    <Screen
      crumbs={[{ label: 'Activity' }]}
      actions={<ExportMenu groups={[thisLog, theMemory]} />}
      question="Who changed what, when and why, and can it be taken back?"
      verdict={activityVerdict(facets, matchCount, filtered)}
      basis={
        <>
          <span>
            <SourceChip source="measured" /> the append-only log of {project.name}
          </span>
          <span>{NUMBERING}</span>
          <span>
            <Button keys="C" onClick={check} disabled={chain.isChecking}>
              Check the chain
            </Button>
          </span>
        </>
      }
    >
      <UndoImport row={asked} onClose={keep} onUndo={(row) => void undoOf(row)} />
      <ChainResult {...chain} />
      <ActivityFilterBar filter={url} facets={facets} onChange={readWith} />
      {rows.length === 0 ? (
        <NothingHere total={facets.totalCount} onClear={() => readWith(NO_FILTER)} />
      ) : (
        <ActivityRows
          {...{ rows, fault, isPending }}
          at={url.at}
          open={url.open}
          isStale={isReading}
          onToggle={toggle}
          onUndo={(row) => void undoOf(row)}
          onRevision={(revision) => {
            if (rows.some((row) => row.revision === revision)) void setUrl({ at: revision, open: revision })
          }}
        />
      )}
      {matchCount > ACTIVITY_ROWS && (
        <Pager
          className="px-6 py-4 max-md:px-4"
          from={url.from}
          size={ACTIVITY_ROWS}
          count={matchCount}
          back="Newer"
          on="Older"
          of={plural(matchCount, 'change')}
          onTurn={(from) => readWith({ from: from || null })}
        />
      )}
    </Screen>
  )
}

/** Asks before a whole import is taken out again. */
function UndoImport({
  row,
  onClose,
  onUndo,
}: {
  row: ActivityRow | null
  onClose: () => void
  onUndo: (row: ActivityRow) => void
}) {
  return (
    <Dialog open={row !== null} onClose={onClose} title="Undo a whole import?">
      {row && (
        <div className="grid gap-4">
          <p className="text-ink-2">
            Revision {formatCount(row.revision)} brought in {plural(row.entryCount, 'entry', 'entries')}
            {row.reason === null ? '' : `, ${row.reason}`}. Undo retires all of them: no agent is served one
            any more. Nothing is deleted, and the undo can be undone.
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Keep them</Button>
            <Button data-autofocus variant="danger-solid" onClick={() => onUndo(row)}>
              Retire {plural(row.entryCount, 'entry', 'entries')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

type Url = Values<typeof activityUrlParsers>
type SetUrl = SetValues<typeof activityUrlParsers>

/** Filter, page, cursor and open row, all in the address; another filter has the server read anew. */
function useActivityUrl({ rows, matchCount }: ActivityList) {
  const router = useRouter()
  const [isReading, startReading] = useTransition()
  const [url, setUrl] = useQueryStates(activityUrlParsers, { history: 'replace' })
  // A revision that just came about stands on top; the page it is read with is the newest.
  useEffect(() => {
    if (url.from > 0 && rows.length === 0 && matchCount > 0) router.replace('/activity')
  }, [url.from, rows.length, matchCount, router])
  /** Cursor and open row belong to the list before. */
  const readWith = (next: Partial<ActivityFilter> & { from?: number | null }) =>
    void setUrl(
      { from: null, at: null, open: null, ...next },
      { shallow: false, history: 'push', startTransition: startReading },
    )
  return { url, setUrl, readWith, isReading }
}

/** Going through the changes, opening one, and taking it back; all by key too. */
function useRevisionActs(rows: ActivityRow[], url: Url, setUrl: SetUrl) {
  const { takeBack, fault, isPending } = useTakeBack()
  const at = rows.findIndex((row) => row.revision === url.at)
  const cursor = rows[at] ?? null
  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    void setUrl({ at: row.revision })
    document.getElementById(`revision-${row.revision}`)?.scrollIntoView({ block: 'nearest' })
  }
  const toggle = (row: ActivityRow) =>
    void setUrl({ at: row.revision, open: url.open === row.revision ? null : row.revision })
  const [asked, setAsked] = useState<ActivityRow | null>(null)
  const undoOf = async (row: ActivityRow) => {
    // What an import brought in may be much: it is asked for once more.
    if (row.verb === 'import-entries' && asked?.revision !== row.revision) return setAsked(row)
    setAsked(null)
    await setUrl({ at: row.revision })
    // A refusal is shown in the opened row, beside what it is about.
    if (!(await takeBack(row))) await setUrl({ open: row.revision })
  }
  const canUndo = cursor !== null && whyNoUndo(cursor) === null && !isPending
  const close = () => void setUrl({ open: null })
  useHotkeys([
    { keys: 'j', label: 'Next change', run: () => moveTo(at + 1) },
    { keys: 'k', label: 'Previous change', run: () => moveTo(at < 0 ? 0 : at - 1) },
    {
      keys: 'Enter o',
      label: 'Open or close the change',
      run: () => cursor && toggle(cursor),
      when: cursor !== null,
    },
    { keys: 'u', label: 'Undo the change', run: () => cursor && void undoOf(cursor), when: canUndo },
    { keys: 'Escape', label: 'Close the change', run: close, when: url.open !== null },
  ])
  return { toggle, undoOf, asked, keep: () => setAsked(null), fault, isPending }
}

const NO_FILTER = { by: null, verb: null, entry: null, since: null, until: null }

function NothingHere({ total, onClear }: { total: number; onClear: () => void }) {
  if (total === 0)
    return (
      <EmptyState title="No change yet.">
        Every import, edit, retirement and undo stands here, with who did it, why, and what it was before.
      </EmptyState>
    )
  return (
    <EmptyState
      title={`0 of ${plural(total, 'change')} match.`}
      actions={<Button onClick={onClear}>Clear all</Button>}
    >
      A log loses nothing: it is the filter that leaves them out.
    </EmptyState>
  )
}
