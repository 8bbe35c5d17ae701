'use client'

import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import type { ActivityFacets, ActivityList } from '@/lib/memory/views/activity.ts'
import type { ProjectView } from '@/lib/memory/views/project.ts'
import { ActivityFilterBar } from './activity-filter-bar.tsx'
import { ActivityRows } from './activity-rows.tsx'
import { ActivityState, useActivity } from './activity-state.ts'
import { ACTIVITY_ROWS, activityExportPath, isFiltered } from './activity-url.ts'
import { ChainResult, useChainCheck } from './chain-check.tsx'
import { ExportMenu, entryExports } from './export-menu.tsx'
import { activityVerdict, NUMBERING } from './prepare-activity.ts'

type ActivityScreenProps = {
  project: ProjectView
  facets: ActivityFacets
  /** Entries that an export of runs leaves out. */
  withoutRun: number
}

/** The log of a project: filter, list, what each revision changed, and the way back. */
export function ActivityScreen({ list, ...props }: ActivityScreenProps & { list: ActivityList }) {
  return (
    <ActivityState list={list}>
      <ActivityLog {...props} />
    </ActivityState>
  )
}

function ActivityLog({ project, facets, withoutRun }: ActivityScreenProps) {
  const { rows, matchCount, url, readWith } = useActivity()
  const chain = useChainCheck(project.id)
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
      <UndoImport />
      <ChainResult {...chain} />
      <ActivityFilterBar filter={url} facets={facets} onChange={readWith} />
      {rows.length === 0 ? (
        <NothingHere total={facets.totalCount} onClear={() => readWith(NO_FILTER)} />
      ) : (
        <ActivityRows />
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
function UndoImport() {
  const { asked: row, keep, undoOf } = useActivity()
  return (
    <Dialog open={row !== null} onClose={keep} title="Undo a whole import?">
      {row && (
        <div className="grid gap-4">
          <p className="text-ink-2">
            Revision {formatCount(row.revision)} brought in {plural(row.entryCount, 'entry', 'entries')}
            {row.reason === null ? '' : `, ${row.reason}`}. Undo retires all of them: no agent is served one
            any more. Nothing is deleted, and the undo can be undone.
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={keep}>Keep them</Button>
            <Button data-autofocus variant="danger-solid" onClick={() => undoOf(row)}>
              Retire {plural(row.entryCount, 'entry', 'entries')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
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
