'use client'

import { useQueryStates } from 'nuqs'
import { type ReactNode, useRef } from 'react'
import { ReviewerName } from '@/components/curate/reviewer.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, formatDay, formatInstant } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState, ErrorState, Skeleton } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { DetectorName, FindingView } from '@/lib/memory/findings/finding.ts'
import type { TriageRow } from '@/lib/memory/findings/worklist.ts'
import { DeskBar } from './screen-head.tsx'
import { ComparedCard, TriageCard } from './triage-card.tsx'
import { TriageStage } from './triage-stage.tsx'
import { useSettling } from './use-settling.ts'
import type { Triage } from './use-triage.ts'
import { useTriageList } from './use-triage-list.ts'
import { WORKLIST_ROWS, worklistUrlParsers } from './worklist-url.ts'

type DismissedScreenProps = {
  query: { projectId: string; detector: DetectorName }
  triage: Triage
  children: ReactNode
}

/** What people said is no fault, with who, when and why: found here later, and opened again by one key. */
export function DismissedScreen({ query, triage, children }: DismissedScreenProps) {
  const dismissed = useDismissed(query)
  const { list, error, row, offset } = dismissed
  const count = list?.matchCount ?? 0
  return (
    <>
      <DeskBar>
        {children}
        <p aria-live="polite" className="text-ink-3 text-small">
          {list && `${formatCount(count)} dismissed`}
        </p>
        {count > WORKLIST_ROWS && (
          <Pager
            from={offset}
            size={WORKLIST_ROWS}
            count={count}
            back="Newer"
            on="Older"
            onTurn={dismissed.turn}
          />
        )}
        {count > 0 && (
          <span className="ml-auto flex min-w-0">
            <ReviewerName name={triage.reviewer} onName={triage.setBy} />
          </span>
        )}
      </DeskBar>
      {error ? (
        <ErrorState what={error.message} where="The list was not read; nothing is lost." />
      ) : !list ? (
        <div className="px-6 py-6">
          <Skeleton lines={5} label="Reading what was dismissed" />
        </div>
      ) : row === null ? (
        <EmptyState title={count > 0 ? 'Nothing more here.' : 'Nothing is dismissed.'}>
          {count === 0 && 'What somebody says is no fault stands here, with who said so, when and why.'}
        </EmptyState>
      ) : (
        <DismissedStage {...dismissed} {...{ row, triage }} projectId={query.projectId} />
      )}
    </>
  )
}

function useDismissed(query: DismissedScreenProps['query']) {
  const commands = useCommands()
  const [{ from, at }, setUrl] = useQueryStates(worklistUrlParsers, { history: 'replace' })
  const asked = { ...query, offset: Math.max(0, from), limit: WORKLIST_ROWS }
  const list = useTriageList({
    queryKey: ['dismissed', asked],
    read: () => commands.listDismissed(asked),
    idOf: ({ finding }) => finding.id,
    at,
    setAt: (next) => void setUrl({ at: next }),
  })
  const turn = (to: number) => void setUrl({ from: to || null, at: null }, { history: 'push' })
  return { ...list, offset: asked.offset, turn }
}

function DismissedStage({
  rows,
  row,
  cursor,
  isOld,
  triage,
  projectId,
}: Pick<ReturnType<typeof useDismissed>, 'rows' | 'cursor' | 'isOld'> & {
  row: TriageRow
  triage: Triage
  projectId: string
}) {
  const toast = useToast()
  const settling = useSettling(projectId, triage)
  /** A key pressed again while the row is still in sight must not open it twice. */
  const isBusy = useRef(false)
  const reopen = async () => {
    if (isBusy.current || triage.needsName()) return
    isBusy.current = true
    cursor.stay()
    const fault = await settling.reopen(row.finding)
    if (fault !== null) toast.show({ text: fault, tone: 'danger' })
    isBusy.current = false
  }
  useHotkeys([{ keys: 'r', label: 'Reopen: back on the list', run: () => void reopen() }])
  return (
    <TriageStage
      noun="finding"
      list={{
        name: 'Dismissed',
        order: 'the latest decision first',
        rows: rows.map(({ finding, entry }) => ({
          id: finding.id,
          entry,
          claimedBy: null,
          mark: finding.settledAt === null ? '' : formatDay(finding.settledAt),
        })),
        matchCount: rows.length,
      }}
      why={
        <>
          <b className="font-medium">{decisionWords(row.finding)}</b> {row.finding.detail.sentence}
        </>
      }
      decisions={
        <Button keys="R" onClick={() => void reopen()}>
          Reopen
        </Button>
      }
      mended={null}
      {...{ cursor, isOld, triage }}
    >
      {row.other ? (
        <ComparedCard entry={row.other} with={row.entry} titles={['The newer', 'The older']} />
      ) : (
        <TriageCard entry={row.entry} spans={row.finding.detail.spans} />
      )}
    </TriageStage>
  )
}

/** `Dismissed by Mara, 22 Nov 2026, 11:06 UTC: “an example”.` */
function decisionWords({ by, settledAt, reason }: FindingView): string {
  const who = by === null ? '' : ` by ${by}`
  const when = settledAt === null ? '' : `, ${formatInstant(settledAt)}`
  return `Dismissed${who}${when}${reason === null ? ', without a reason' : `: “${reason}”`}.`
}
