'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ReasonDialog } from '@/components/curate/reason-dialog.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Link } from '@/components/ui/link.tsx'
import { EmptyState, ErrorState } from '@/components/ui/states.tsx'
import type { WaitingList, WaitingRow } from '@/lib/memory/findings/worklist.ts'
import { ScreenHead } from './screen-head.tsx'
import { ComparedCard, TriageCard } from './triage-card.tsx'
import { TriageStage } from './triage-stage.tsx'
import { type Triage, useTriage } from './use-triage.ts'
import { type Cursor, useTriageList } from './use-triage-list.ts'
import { WORKLIST_ROWS } from './worklist-url.ts'

type WaitingScreenProps = { projectId: string; initial: WaitingList }

/** Entries that no agent gets before a person has said so, one by one: approve, reject with a reason, mend, or go on. */
export function WaitingScreen({ projectId, initial }: WaitingScreenProps) {
  const commands = useCommands()
  const triage = useTriage()
  const { by } = triage
  const [at, setAt] = useQueryState('at', parseAsString.withOptions({ history: 'replace' }))
  const { list = initial, ...waiting } = useTriageList({
    queryKey: ['waiting', projectId, by],
    read: () =>
      commands.listWaiting({ projectId, ...(by === '' ? {} : { claimedBy: by }), limit: WORKLIST_ROWS }),
    initial,
    isInitial: by === '',
    idOf: ({ entry }) => entry.id,
    at,
    setAt: (next) => void setAt(next),
  })
  const { row, rows, error } = waiting
  return (
    <>
      <ScreenHead
        noun={['entry', 'entries']}
        list={list}
        claimedBy={rows.map(({ claimedBy }) => claimedBy)}
        triage={triage}
        claim={(input) => commands.claimWaiting({ projectId, ...input })}
        release={(input) => commands.releaseWaiting({ projectId, ...input })}
      />
      {error ? (
        <ErrorState what={error.message} where="The list was not read; nothing is lost." />
      ) : !row ? (
        <EmptyState title="Nothing waits.">
          {list.takenCount > 0 && `${plural(list.takenCount, 'entry', 'entries')} are with other reviewers.`}
        </EmptyState>
      ) : (
        <WaitingStage {...waiting} {...{ list, row, triage }} />
      )}
    </>
  )
}

type WaitingStageProps = {
  list: WaitingList
  row: WaitingRow
  cursor: Cursor
  isOld: boolean
  triage: Triage
}

function WaitingStage({ list, row, cursor, isOld, triage }: WaitingStageProps) {
  const { entry, original } = row
  const { approve, askReject, dialog } = useWaitingDecision({ row, cursor, triage })
  const isBusy = triage.isPending
  useHotkeys([
    { keys: 'a', label: 'Approve', run: () => void approve(), when: !isBusy },
    { keys: 'x', label: 'Reject, with a reason', run: askReject, when: !isBusy },
  ])
  return (
    <>
      <TriageStage
        noun="entry"
        list={{
          name: 'Entries',
          order: 'held ones first, then the oldest',
          rows: list.rows.map((one) => ({
            id: one.entry.id,
            entry: one.entry,
            claimedBy: one.claimedBy,
            mark: one.entry.lifecycle === 'quarantined' ? 'held' : '',
          })),
          matchCount: list.matchCount,
        }}
        why={<WhyItWaits row={row} />}
        decisions={
          <>
            <Button keys="A" disabled={isBusy} onClick={() => void approve()}>
              Approve
            </Button>
            <Button variant="danger" keys="X" disabled={isBusy} onClick={askReject}>
              Reject
            </Button>
          </>
        }
        mended={entry}
        {...{ cursor, isOld, triage }}
      >
        {original ? (
          <ComparedCard entry={entry} with={original.entry} titles={['It waits', 'Retired before']} />
        ) : (
          <TriageCard entry={entry} spans={[]} />
        )}
      </TriageStage>
      {dialog}
    </>
  )
}

/** Approving at once, and rejecting with its dialog for the reason. */
function useWaitingDecision({
  row: { entry, original },
  cursor,
  triage,
}: Pick<WaitingStageProps, 'row' | 'cursor' | 'triage'>) {
  const commands = useCommands()
  const [isRejecting, setRejecting] = useState(false)
  const approve = async () => {
    if (triage.needsName()) return
    cursor.stay()
    await triage.change(
      () => commands.change({ rule: { verb: 'approve' }, entryIds: [entry.id], by: triage.by }),
      'Approved: agents get it from now on',
    )
  }
  const reject = async (reason: string) => {
    cursor.stay()
    const fault = await triage.retire([entry], reason)
    if (fault === null) setRejecting(false)
    return fault
  }
  const dialog = (
    <ReasonDialog
      key={String(isRejecting)}
      open={isRejecting}
      onClose={() => setRejecting(false)}
      title="Reject this entry"
      verb="Reject"
      needed
      first={original?.entry.reason ?? ''}
      isPending={triage.isPending}
      onDone={reject}
    >
      It is retired: it stays stored and can be restored, no agent gets it, and the same lesson does not come
      back by import.
    </ReasonDialog>
  )
  return { approve, askReject: () => setRejecting(!triage.needsName()), dialog }
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
