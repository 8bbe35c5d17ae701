'use client'

import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useShell } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { MENU_ITEM, Menu } from '@/components/ui/menu.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import type { ActivityFacets, ActivityList, ChainReport } from '@/lib/memory/views/activity.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import type { ProjectView } from '@/lib/memory/views/project.ts'
import { ActivityFilterBar } from './activity-filter-bar.tsx'
import { ActivityRows } from './activity-rows.tsx'
import { ActivityState, useActivity } from './activity-state.ts'
import { ACTIVITY_ROWS, activityExportPath, isFiltered } from './activity-url.ts'
import { activityVerdict, chainWords, keptWords, NUMBERING } from './prepare-activity.ts'

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
  const theMemory = { title: 'The memory', items: entryExports(project.name, withoutRun) }
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
          <span>{keptWords(facets)}</span>
          <span>{NUMBERING}</span>
          <span>
            <Button keys="C" onClick={check} disabled={chain.isChecking}>
              Check the chain
            </Button>
          </span>
        </>
      }
    >
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
          of={plural(matchCount, filtered ? 'change' : 'row')}
          onTurn={(from) => readWith({ from: from || null })}
        />
      )}
    </Screen>
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

/** The check of the log's seals: asked for, because it goes through all of it. */
function useChainCheck(projectId: string) {
  const { verifyChain: verify } = useCommands()
  const [result, setResult] = useState<ActionResult<ChainReport> | null>(null)
  const [isChecking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    setResult(await verify({ projectId }))
    setChecking(false)
  }
  return { result, isChecking, check }
}

function ChainResult({
  result,
  isChecking,
}: {
  result: ActionResult<ChainReport> | null
  isChecking: boolean
}) {
  const report = result?.ok ? result.value : null
  const isBroken = report !== null && !report.ok
  return (
    <div role="status" className={result || isChecking ? 'px-6 pt-3 max-md:px-4' : undefined}>
      {isChecking && <p className="text-ink-2">Going through the seals.</p>}
      {!isChecking && report && (
        <p
          className={
            isBroken
              ? 'pl-3 font-medium text-danger shadow-[inset_2px_0_0_var(--danger)]'
              : 'pl-3 shadow-[inset_2px_0_0_var(--success)]'
          }
        >
          <span aria-hidden="true">{isBroken ? '× ' : '✓ '}</span>
          {chainWords(report)}
        </p>
      )}
      {!isChecking && result && !result.ok && <FaultLine fault={result.error} />}
    </div>
  )
}

type ExportItem = { label: string; note: string; href: string }

/** Every entry whatever its state as files, in JSON Lines with its history. `withoutRun` of them have no run, so no ATIF holds them. */
function entryExports(project: string, withoutRun: number): ExportItem[] {
  const path = (format: string, more = {}) =>
    `/api/v1/entries/export?${new URLSearchParams({ all: '1', ...more, project, format })}`
  return [
    {
      label: 'JSON Lines',
      note: 'everything; another Loupe reads it',
      href: path('jsonl', { versions: '1' }),
    },
    { label: 'CSV', note: 'for a spreadsheet', href: path('csv') },
    { label: 'Markdown', note: 'to read', href: path('md') },
    {
      label: 'ATIF',
      note: `the runs they come from, for other tools${withoutRun > 0 ? `; ${plural(withoutRun, 'entry', 'entries')} without a run left out` : ''}`,
      href: path('atif'),
    },
  ]
}

/** Downloads, by name and use. */
function ExportMenu({ groups }: { groups: { title: string; items: ExportItem[] }[] }) {
  const { saveEntries } = useShell()
  return (
    <Menu className="min-w-64" trigger={<Button>Export</Button>}>
      {groups.map(({ title, items }) => (
        <DropdownMenu.Group key={title} aria-label={title}>
          <DropdownMenu.Label className="px-2 pt-1.5 pb-0.5 text-ink-3 text-micro">
            {title}
          </DropdownMenu.Label>
          {items.map(({ label: name, note, href }) => (
            <DropdownMenu.Item key={href} asChild>
              <a
                href={href}
                download
                className={MENU_ITEM}
                onClick={(event) => {
                  if (!href.startsWith('/api/v1/entries/')) return
                  event.preventDefault()
                  void saveEntries(href)
                }}
              >
                {name}
                <span className="text-ink-3 text-small">{note}</span>
              </a>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Group>
      ))}
      <DropdownMenu.Label className="px-2 pt-1 pb-1.5 text-ink-3 text-micro">
        A file holds what is stored, also what pages show as dots; where that is a secret, you are asked.
      </DropdownMenu.Label>
    </Menu>
  )
}
