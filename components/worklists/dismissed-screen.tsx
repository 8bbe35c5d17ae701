'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { type ReactNode, useRef } from 'react'
import { ReviewerName } from '@/components/curate/reviewer.tsx'
import { faultText } from '@/components/curate/use-entry-changes.ts'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, formatDay, formatInstant } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState, ErrorState, Skeleton } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import type { DetectorName, FindingView } from '@/lib/memory/findings/finding.ts'
import { DeskBar, useNeedsName } from './screen-head.tsx'
import { ComparedCard, TriageCard } from './triage-card.tsx'
import { TriageStage } from './triage-stage.tsx'
import { useCursor } from './use-cursor.ts'
import type { useTriage } from './use-triage.ts'
import { WORKLIST_ROWS, worklistUrlParsers } from './worklist-url.ts'

/** What people said is no fault, with who, when and why: found here later, and opened again by one key. */
export function DismissedScreen(props: DismissedScreenProps) {
  const state = useDismissed(props)
  const {
    asked,
    by,
    children,
    count,
    data,
    error,
    isPlaceholderData,
    moveTo,
    needsName,
    onName,
    place,
    reopen,
    row,
    rows,
    triage,
  } = state
  return (
    <>
      <DeskBar>
        {children}
        <p aria-live="polite" className="text-ink-3 text-small">
          {data && `${formatCount(count)} dismissed`}
          {count > rows.length &&
            rows.length > 0 &&
            `, ${formatCount(asked.offset + 1)} to ${formatCount(asked.offset + rows.length)} shown`}
        </p>
        <Turns {...state} />
        {count > 0 && (
          <span className="ml-auto flex min-w-0">
            <ReviewerName name={by} onName={onName} />
          </span>
        )}
      </DeskBar>
      {error ? (
        <ErrorState what={error.message} where="The list was not read; nothing is lost." />
      ) : !data ? (
        <div className="px-6 py-6">
          <Skeleton lines={5} label="Reading what was dismissed" />
        </div>
      ) : row === null ? (
        <EmptyState title={count > 0 ? 'Nothing more here.' : 'Nothing is dismissed.'}>
          {count === 0 && 'What somebody says is no fault stands here, with who said so, when and why.'}
        </EmptyState>
      ) : (
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
            by,
          }}
          place={place}
          moveTo={moveTo}
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
          isOld={isPlaceholderData}
          triage={triage}
          needsName={needsName}
          mended={null}
        >
          {row.other ? (
            <ComparedCard entry={row.other} with={row.entry} titles={['The newer', 'The older']} />
          ) : (
            <TriageCard entry={row.entry} spans={row.finding.detail.spans} />
          )}
        </TriageStage>
      )}
    </>
  )
}

type DismissedScreenProps = {
  query: { projectId: string; detector: DetectorName }
  triage: ReturnType<typeof useTriage>
  by: string | null
  onName: (name: string) => void
  children: ReactNode
}

type DismissedState = ReturnType<typeof useDismissed>

function useDismissed({ query, triage, by, onName, children }: DismissedScreenProps) {
  const commands = useCommands()
  const toast = useToast()
  const needsName = useNeedsName(by)
  const [{ from, at }, setUrl] = useQueryStates(worklistUrlParsers, { history: 'replace' })
  const asked = { ...query, offset: Math.max(0, from), limit: WORKLIST_ROWS }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['dismissed', asked],
    queryFn: () => answered(commands.listDismissed(asked)),
    placeholderData: keepPreviousData,
  })
  const rows = data?.rows ?? []
  const { place, row, moveTo, stay } = useCursor(
    rows,
    ({ finding }) => finding.id,
    at,
    (next) => void setUrl({ at: next }),
  )

  const settle = ({ id }: FindingView, state: 'open' | 'dismissed', reason: string | null) =>
    commands.settleFindings({ projectId: query.projectId, ids: [id], state, by: by ?? '', reason })
  /** A key pressed again while the row is still in sight must not open it twice. */
  const isBusy = useRef(false)
  const reopen = async () => {
    if (!row || isBusy.current || needsName()) return
    const { finding } = row
    isBusy.current = true
    stay()
    const result = await settle(finding, 'open', null)
    if (result.ok) {
      triage.decided('Open again: it stands on the list.', async () => {
        const back = await settle(finding, 'dismissed', finding.reason)
        toast.show(
          back.ok ? { text: 'Dismissed, as before.' } : { text: faultText(back.error), tone: 'danger' },
        )
      })
      await triage.readAgain()
    } else toast.show({ text: faultText(result.error), tone: 'danger' })
    isBusy.current = false
  }
  useHotkeys([
    { keys: 'r', label: 'Reopen: back on the list', run: () => void reopen(), when: row !== null },
    { keys: 'u', label: 'Take the last decision back', run: () => void triage.undoLast() },
  ])

  const count = data?.matchCount ?? 0
  const turn = (to: number) => void setUrl({ from: to || null, at: null }, { history: 'push' })
  return {
    asked,
    by,
    children,
    count,
    data,
    error,
    isPlaceholderData,
    moveTo,
    needsName,
    onName,
    place,
    reopen,
    row,
    rows,
    triage,
    turn,
  }
}

function Turns({ asked, count, turn }: DismissedState) {
  return (
    (asked.offset > 0 || count > WORKLIST_ROWS) && (
      <span className="flex gap-2">
        <Button disabled={asked.offset === 0} onClick={() => turn(Math.max(0, asked.offset - WORKLIST_ROWS))}>
          Newer
        </Button>
        <Button
          disabled={asked.offset + WORKLIST_ROWS >= count}
          onClick={() => turn(asked.offset + WORKLIST_ROWS)}
        >
          Older
        </Button>
      </span>
    )
  )
}

/** `Dismissed by Mara, 22 Nov 2026, 11:06 UTC: “an example”.` */
function decisionWords({ by, settledAt, reason }: FindingView): string {
  const who = by === null ? '' : ` by ${by}`
  const when = settledAt === null ? '' : `, ${formatInstant(settledAt)}`
  return `Dismissed${who}${when}${reason === null ? ', without a reason' : `: “${reason}”`}.`
}
