'use client'

import { useState } from 'react'
import { ReasonDialog } from '@/components/curate/reason-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import {
  suggestedSurvivor,
  type TriageRow,
  type Worklist,
  type WorklistHead,
} from '@/lib/memory/findings/worklist.ts'
import type { Merging } from './merge-dialog.tsx'
import { sameSourceWords } from './same-source.ts'
import { TriageCard, TriagePair } from './triage-card.tsx'
import { TriageStage } from './triage-stage.tsx'
import { useSettling } from './use-settling.ts'
import type { Triage } from './use-triage.ts'
import type { Cursor } from './use-triage-list.ts'

type FindingStageProps = {
  head: WorklistHead
  list: Worklist
  row: TriageRow
  cursor: Cursor
  isOld: boolean
  query: { projectId: string; minScore: number | null }
  triage: Triage
  /** That those of a pair go for being told twice; undefined where the list is not of pairs. */
  asDuplicates: { minScore: number | null } | undefined
  onMerge: (merging: Merging) => void
}

/** The finding under the cursor among the others, and what can be decided about it: retire, merge, no fault. */
export function FindingStage(props: FindingStageProps) {
  const { list, row, cursor, isOld, triage, onMerge } = props
  const choice = usePairChoice(row)
  const { pair, keptId, suggestedId, keep } = choice
  const { ask, dialog } = useFindingDecision(props, choice)
  const merge = () => pair && onMerge({ entries: pair, keptId })
  const when = !triage.isPending
  useHotkeys([
    { keys: 'x', label: 'Retire, with a reason', run: () => ask('retire'), when },
    { keys: 'm', label: 'Merge the pair', run: merge, when: when && pair !== null },
    { keys: 'd', label: 'Dismiss: no fault', run: () => ask('dismiss'), when },
    ...(pair ?? []).map(({ id }, k) => ({
      keys: String(k + 1),
      label: `Keep entry ${k + 1}`,
      run: () => keep(id),
      when,
    })),
  ])
  const shared = row.other && sameSourceWords(row.entry, row.other)
  return (
    <>
      <TriageStage
        noun="finding"
        list={{
          name: 'Findings',
          order: 'worst first',
          rows: list.rows.map(listedFinding),
          matchCount: list.matchCount,
        }}
        why={
          <>
            {shared && <b className="font-medium">{shared} </b>}
            {row.finding.detail.sentence}
          </>
        }
        decisions={
          <Decisions isPair={pair !== null} isPending={triage.isPending} ask={ask} onMerge={merge} />
        }
        mended={pair?.find(({ id }) => id === keptId) ?? row.entry}
        {...{ cursor, isOld, triage }}
      >
        {pair ? (
          <TriagePair entries={pair} keptId={keptId} suggestedId={suggestedId} onKeep={keep} />
        ) : (
          <TriageCard entry={row.entry} spans={row.finding.detail.spans} />
        )}
      </TriageStage>
      {dialog}
    </>
  )
}

function Decisions({
  isPair,
  isPending,
  ask,
  onMerge,
}: {
  isPair: boolean
  isPending: boolean
  ask: (what: 'retire' | 'dismiss') => void
  onMerge: () => void
}) {
  return (
    <>
      <Button variant="danger" keys="X" disabled={isPending} onClick={() => ask('retire')}>
        {isPair ? 'Retire the other' : 'Retire'}
      </Button>
      {isPair && (
        <Button keys="M" disabled={isPending} onClick={onMerge}>
          Merge
        </Button>
      )}
      <Button keys="D" disabled={isPending} onClick={() => ask('dismiss')}>
        No fault
      </Button>
    </>
  )
}

function listedFinding({ finding, entry }: TriageRow) {
  const mark = finding.score !== null && finding.otherId !== null ? finding.score.toFixed(2) : ''
  return { id: finding.id, entry, claimedBy: finding.claimedBy, mark }
}

/** Which of a pair stays: the one that speaks for itself, until somebody chooses. */
function usePairChoice({ finding, entry, other }: TriageRow) {
  const [chosen, setChosen] = useState<{ of: string; id: string } | null>(null)
  const pair = other ? [entry, other] : null
  const suggestedId = pair && (suggestedSurvivor(pair)?.id ?? null)
  const keptId = chosen?.of === finding.id ? chosen.id : (suggestedId ?? entry.id)
  return { pair, suggestedId, keptId, keep: (id: string) => setChosen({ of: finding.id, id }) }
}

/** Retiring and dismissing, each with its dialog for the reason. */
function useFindingDecision(
  { head, row, cursor, query, triage, asDuplicates }: FindingStageProps,
  { pair, keptId }: ReturnType<typeof usePairChoice>,
) {
  const [asking, setAsking] = useState<'retire' | 'dismiss' | null>(null)
  const { dismiss } = useSettling(query.projectId, triage)
  const isDismissing = asking === 'dismiss'
  const decide = async (reason: string) => {
    const leaving = pair ? pair.filter(({ id }) => id !== keptId) : [row.entry]
    cursor.stay()
    const fault = isDismissing
      ? await dismiss(row.finding, reason || null)
      : await triage.retire(leaving, reason, { asDuplicates })
    if (fault === null) setAsking(null)
    return fault
  }
  const dialog = (
    <ReasonDialog
      key={asking}
      open={asking !== null}
      onClose={() => setAsking(null)}
      title={isDismissing ? 'No fault' : pair ? 'Retire the other one' : 'Retire this entry'}
      verb={isDismissing ? 'Dismiss' : 'Retire'}
      needed={!isDismissing}
      first={asDuplicates ? 'duplicate' : head.title.toLowerCase()}
      isPending={triage.isPending}
      onDone={decide}
    >
      {isDismissing
        ? 'It leaves this list and does not come back by another look.'
        : 'It stays stored and can be restored, but no agent gets it, and the same lesson does not come back by import.'}
    </ReasonDialog>
  )
  return { ask: (what: 'retire' | 'dismiss') => setAsking(triage.needsName() ? null : what), dialog }
}
