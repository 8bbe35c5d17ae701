'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ReasonDialog } from '@/components/curate/reason-dialog.tsx'
import { useReviewer } from '@/components/curate/reviewer.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Link } from '@/components/ui/link.tsx'
import { EmptyState, ErrorState } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import type { WaitingList, WaitingRow } from '@/lib/memory/findings/worklist.ts'
import { ScreenHead, useNeedsName } from './screen-head.tsx'
import { ComparedCard, TriageCard } from './triage-card.tsx'
import { TriageStage } from './triage-stage.tsx'
import { useCursor } from './use-cursor.ts'
import { useTriage } from './use-triage.ts'
import { WORKLIST_ROWS } from './worklist-url.ts'

/** Entries that no agent gets before a person has said so, one by one: approve, reject with a reason, mend, or go on. */
export function WaitingScreen(props: WaitingScreenProps) {
  const state = useWaiting(props)
  const {
    approve,
    askReject,
    by,
    canDecide,
    entry,
    error,
    isPlaceholderData,
    matchCount,
    moveTo,
    needsName,
    place,
    row,
    rows,
    takenCount,
    triage,
  } = state

  return (
    <>
      <WaitingHead {...state} />
      {error ? (
        <ErrorState what={error.message} where="The list was not read; nothing is lost." />
      ) : !row || !entry ? (
        <EmptyState title="Nothing waits.">
          {takenCount > 0 && `${plural(takenCount, 'entry', 'entries')} are with other reviewers.`}
        </EmptyState>
      ) : (
        <TriageStage
          noun="entry"
          list={{
            name: 'Entries',
            order: 'held ones first, then the oldest',
            rows: rows.map((one) => ({
              id: one.entry.id,
              entry: one.entry,
              claimedBy: one.claimedBy,
              mark: one.entry.lifecycle === 'quarantined' ? 'held' : '',
            })),
            matchCount,
            by,
          }}
          place={place}
          moveTo={moveTo}
          why={<WhyItWaits row={row} />}
          decisions={
            <>
              <Button keys="A" disabled={!canDecide} onClick={() => void approve()}>
                Approve
              </Button>
              <Button variant="danger" keys="X" disabled={!canDecide} onClick={askReject}>
                Reject
              </Button>
            </>
          }
          isOld={isPlaceholderData}
          triage={triage}
          needsName={needsName}
          mended={entry}
        >
          {row.original ? (
            <ComparedCard entry={entry} with={row.original.entry} titles={['It waits', 'Retired before']} />
          ) : (
            <TriageCard entry={entry} spans={[]} />
          )}
        </TriageStage>
      )}
      <Reject {...state} />
    </>
  )
}

function WaitingHead({
  by,
  commands,
  matchCount,
  projectId,
  rows,
  setBy,
  takenCount,
  triage,
}: ReturnType<typeof useWaiting>) {
  return (
    <ScreenHead
      noun={['entry', 'entries']}
      matchCount={matchCount}
      takenCount={takenCount}
      mineCount={by ? rows.filter(({ claimedBy }) => claimedBy === by).length : 0}
      triage={triage}
      by={by}
      onName={setBy}
      claim={(input) => commands.claimWaiting({ projectId, ...input })}
      release={(input) => commands.releaseWaiting({ projectId, ...input })}
    />
  )
}

function Reject({ isRejecting, reject, row, setRejecting, triage }: ReturnType<typeof useWaiting>) {
  return (
    <ReasonDialog
      key={String(isRejecting)}
      open={isRejecting}
      onClose={() => setRejecting(false)}
      title="Reject this entry"
      verb="Reject"
      needed
      first={row?.original?.entry.reason ?? ''}
      isPending={triage.isPending}
      onDone={reject}
    >
      It is retired: it stays stored and can be restored, no agent gets it, and the same lesson does not come
      back by import.
    </ReasonDialog>
  )
}

type WaitingScreenProps = { projectId: string; initial: WaitingList }

function useWaiting({ projectId, initial }: WaitingScreenProps) {
  const commands = useCommands()
  const toast = useToast()
  const [by, setBy] = useReviewer()
  const [at, setAt] = useQueryState('at', parseAsString.withOptions({ history: 'replace' }))
  const [isRejecting, setRejecting] = useState(false)
  const triage = useTriage(by ?? '')
  const needsName = useNeedsName(by)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['waiting', projectId, by],
    queryFn: () =>
      answered(commands.listWaiting({ projectId, ...(by ? { claimedBy: by } : {}), limit: WORKLIST_ROWS })),
    initialData: by ? undefined : initial,
    placeholderData: keepPreviousData,
  })
  const { rows, matchCount, takenCount } = data ?? initial
  const { place, row, moveTo, stay } = useCursor(
    rows,
    ({ entry }) => entry.id,
    at,
    (next) => void setAt(next),
  )
  const entry = row?.entry ?? null

  const approve = async () => {
    if (!entry || needsName()) return
    stay()
    const change = () => commands.review({ entryIds: [entry.id], approve: true, by: by ?? '' })
    const fault = await triage.change(change, 'Approved: agents get it from now on', { quiet: true })
    if (fault !== null) toast.show({ text: fault, tone: 'danger' })
  }
  const reject = async (reason: string) => {
    if (!entry) return null
    stay()
    const fault = await triage.retire([entry], reason)
    if (fault === null) setRejecting(false)
    return fault
  }
  const askReject = () => {
    if (entry && !needsName()) setRejecting(true)
  }

  const canDecide = entry !== null && !triage.isPending
  useHotkeys([
    { keys: 'a', label: 'Approve', run: () => void approve(), when: canDecide },
    { keys: 'x', label: 'Reject, with a reason', run: askReject, when: canDecide },
  ])
  return {
    approve,
    askReject,
    by,
    canDecide,
    commands,
    entry,
    error,
    isPlaceholderData,
    isRejecting,
    matchCount,
    moveTo,
    needsName,
    place,
    projectId,
    reject,
    row,
    rows,
    setBy,
    setRejecting,
    takenCount,
    triage,
  }
}

/** The rule that keeps it back; for a look-alike with the reason from then and the one that was retired. */
function WhyItWaits({ row: { entry, original } }: { row: WaitingRow }) {
  const href = useProjectHref()
  if (entry.lifecycle === 'candidate') return 'A candidate: the review gate was on when it arrived.'
  return (
    <>
      Held: {entry.reason ?? 'no reason was kept'}.{' '}
      {original ? (
        <>
          It looks like{' '}
          <Link className="link" href={href(`/memories/${original.entry.id}`)}>
            one retired before
          </Link>{' '}
          <span className="text-ink-3">
            (cosine {original.score.toFixed(3)} on d
            {original.entry.reason ? `, “${original.entry.reason}”` : ', without a reason'})
          </span>
        </>
      ) : (
        <span className="text-ink-3">The one that it looked like is not retired any more.</span>
      )}
    </>
  )
}
