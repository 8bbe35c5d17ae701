'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { ReasonDialog } from '@/components/curate/reason-dialog.tsx'
import { useReviewer } from '@/components/curate/reviewer.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { EmptyState, ErrorState } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import { suggestedSurvivor, type Worklist, type WorklistHead } from '@/lib/memory/findings/worklist.ts'
import { ClusterScreen } from './cluster-screen.tsx'
import { DismissedScreen } from './dismissed-screen.tsx'
import { MergeDialog, type Merging } from './merge-dialog.tsx'
import { sameSourceWords } from './same-source.ts'
import { ScoreSlider } from './score-slider.tsx'
import { ScreenHead, useNeedsName } from './screen-head.tsx'
import { TriageCard, TriagePair } from './triage-card.tsx'
import { TriageStage } from './triage-stage.tsx'
import { useCursor } from './use-cursor.ts'
import { useTriage } from './use-triage.ts'
import { WORKLIST_ROWS, worklistUrlParsers } from './worklist-url.ts'

const CLUSTERED = 'near-duplicate'
const TOLD_AGAIN = 'the same lesson told more than once'

/** Findings one by one, by keyboard: what was found, why, and one key for each thing to do about it. */
export function WorklistScreen(props: WorklistScreenProps) {
  const state = useWorklist(props)
  const {
    by,
    detector,
    error,
    head,
    merge,
    min,
    needsName,
    projectId,
    query,
    row,
    setBy,
    setUrl,
    takenCount,
    toast,
    triage,
    view,
  } = state

  const clustered = detector === CLUSTERED ? [{ value: 'clusters' as const, label: 'Clusters' }] : []
  const views = (
    <Segmented
      label="Shown as"
      value={view}
      options={[
        { value: 'findings', label: detector === CLUSTERED ? 'Pairs' : 'Open' },
        ...clustered,
        {
          value: 'dismissed',
          label: head.dismissed > 0 ? `Dismissed ${formatCount(head.dismissed)}` : 'Dismissed',
        },
      ]}
      onChange={(next) => void setUrl({ view: next, at: null, from: null }, { history: 'push' })}
    />
  )
  if (view === 'dismissed')
    return (
      <DismissedScreen query={{ projectId, detector }} triage={triage} by={by} onName={setBy}>
        {views}
      </DismissedScreen>
    )
  return (
    <>
      <FindingHead {...state} views={views} />
      {error ? (
        <ErrorState what={error.message} where="The worklist was not read; nothing is lost." />
      ) : view === 'clusters' ? (
        <ClusterScreen
          query={query}
          isPending={triage.isPending}
          onMerge={(entries, survivorId) => merge({ entries, keptId: survivorId })}
          onRetire={async (entries) => {
            if (needsName()) return
            const fault = await triage.retire(entries, TOLD_AGAIN, { minScore: min })
            if (fault !== null) toast.show({ text: fault, tone: 'danger' })
          }}
        />
      ) : row === null ? (
        <NothingLeft head={head} takenCount={takenCount} />
      ) : (
        <FindingStage {...state} row={row} />
      )}
      <FindingDialogs {...state} />
      <MergingDialog {...state} />
    </>
  )
}

function FindingHead({
  by,
  commands,
  matchCount,
  min,
  projectId,
  query,
  reach,
  rows,
  setBy,
  setUrl,
  takenCount,
  triage,
  views,
}: WorklistState & { views: ReactNode }) {
  return (
    <ScreenHead
      noun={['finding', 'findings']}
      matchCount={matchCount}
      takenCount={takenCount}
      mineCount={by ? rows.filter(({ finding }) => finding.claimedBy === by).length : 0}
      triage={triage}
      by={by}
      onName={setBy}
      claim={(input) => commands.claimFindings({ ...query, ...input })}
      release={(input) => commands.releaseFindings({ projectId, ...input })}
    >
      {views}
      {reach && (
        <ScoreSlider min={min} reach={reach} onMin={(next) => void setUrl({ min: next, at: null })} />
      )}
    </ScreenHead>
  )
}

function MergingDialog({ by, merging, setMerging, stay, triage }: WorklistState) {
  return (
    <MergeDialog
      merging={merging}
      triage={triage}
      by={by ?? ''}
      onClose={() => setMerging(null)}
      onDone={() => {
        setMerging(null)
        stay()
      }}
    />
  )
}

type WorklistScreenProps = {
  projectId: string
  head: WorklistHead
  initial: Worklist
  initialMin: number | null
}

type WorklistState = ReturnType<typeof useWorklist>
type WorklistRow = NonNullable<WorklistState['row']>

function useWorklist(props: WorklistScreenProps) {
  const state = useFindings(props)
  const {
    asking,
    by,
    commands,
    detector,
    kept,
    min,
    needsName,
    pair,
    projectId,
    row,
    setAsking,
    setKeptId,
    setMerging,
    stay,
    toast,
    triage,
    view,
  } = state

  const ask = (what: 'retire' | 'dismiss') => {
    if (row && !needsName()) setAsking(what)
  }
  const merge = (choice: Merging | null) => {
    if (choice && !needsName()) setMerging(choice)
  }
  const mergePair = () => merge(pair && kept ? { entries: pair, keptId: kept } : null)
  const dismiss = async (id: string, reason: string | null) => {
    const settle = (state: 'open' | 'dismissed', why: string | null) =>
      commands.settleFindings({ projectId, ids: [id], state, by: by ?? '', reason: why })
    const result = await settle('dismissed', reason)
    if (!result.ok) return `${result.error.message} ${result.error.hint}`
    triage.decided(`${plural(1, 'finding')} dismissed`, async () => {
      const opened = await settle('open', null)
      toast.show(opened.ok ? { text: 'Back on the list.' } : { text: opened.error.message, tone: 'danger' })
    })
    await triage.readAgain()
    return null
  }
  const decide = async (reason: string) => {
    if (!row) return null
    const leaving = pair ? pair.filter(({ id }) => id !== kept) : [row.entry]
    stay()
    const fault =
      asking === 'dismiss'
        ? await dismiss(row.finding.id, reason || null)
        : await triage.retire(leaving, reason, detector === CLUSTERED ? { minScore: min } : undefined)
    if (fault === null) setAsking(null)
    return fault
  }

  const inList = view === 'findings' && row !== null && !triage.isPending
  useHotkeys([
    { keys: 'x', label: 'Retire, with a reason', run: () => ask('retire'), when: inList },
    { keys: 'm', label: 'Merge the pair', run: mergePair, when: inList && pair !== null },
    { keys: 'd', label: 'Dismiss: no fault', run: () => ask('dismiss'), when: inList },
    ...(pair ?? []).map(({ id }, k) => ({
      keys: String(k + 1),
      label: `Keep entry ${k + 1}`,
      run: () => setKeptId(id),
      when: inList,
    })),
  ])
  return { ...state, ask, decide, merge, mergePair }
}

function useFindings({ projectId, head, initial, initialMin }: WorklistScreenProps) {
  const commands = useCommands()
  const { detector } = head
  const toast = useToast()
  const [by, setBy] = useReviewer()
  const [{ min, view, at }, setUrl] = useQueryStates(worklistUrlParsers, { history: 'replace' })
  const [asking, setAsking] = useState<'retire' | 'dismiss' | null>(null)
  const [merging, setMerging] = useState<Merging | null>(null)
  const [keptId, setKeptId] = useState<string | null>(null)
  const triage = useTriage(by ?? '')
  const needsName = useNeedsName(by)

  const query = { projectId, detector, minScore: min }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['worklist', query, by],
    queryFn: () =>
      answered(
        commands.listWorklist({
          ...query,
          ...(by ? { claimedBy: by } : {}),
          offset: 0,
          limit: WORKLIST_ROWS,
        }),
      ),
    initialData: min === initialMin && !by ? initial : undefined,
    placeholderData: keepPreviousData,
    enabled: view !== 'dismissed',
  })
  const { rows, matchCount, takenCount, reach } = data ?? initial

  const { place, row, moveTo, stay } = useCursor(
    rows,
    ({ finding }) => finding.id,
    at,
    (next) => void setUrl({ at: next }),
  )
  const rowId = row?.finding.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another finding, another choice.
  useEffect(() => setKeptId(null), [rowId])

  const pair = row?.other ? [row.entry, row.other] : null
  const shared = row?.other ? sameSourceWords(row.entry, row.other) : null
  const suggestedId = pair && (suggestedSurvivor(pair)?.id ?? null)
  const kept = pair && (keptId ?? suggestedId ?? pair[0]?.id ?? '')
  const edited = pair ? (pair.find(({ id }) => id === kept) ?? null) : (row?.entry ?? null)
  return {
    asking,
    by,
    commands,
    detector,
    edited,
    error,
    head,
    isPlaceholderData,
    kept,
    matchCount,
    merging,
    min,
    moveTo,
    needsName,
    pair,
    place,
    projectId,
    query,
    reach,
    row,
    rows,
    setAsking,
    setBy,
    setKeptId,
    setMerging,
    setUrl,
    shared,
    stay,
    suggestedId,
    takenCount,
    toast,
    triage,
    view,
  }
}

function FindingStage({
  ask,
  by,
  edited,
  isPlaceholderData,
  kept,
  matchCount,
  mergePair,
  moveTo,
  needsName,
  pair,
  place,
  row,
  rows,
  setKeptId,
  shared,
  suggestedId,
  triage,
}: WorklistState & { row: WorklistRow }) {
  return (
    <TriageStage
      noun="finding"
      list={{
        name: 'Findings',
        order: 'worst first',
        rows: rows.map(({ finding, entry }) => ({
          id: finding.id,
          entry,
          claimedBy: finding.claimedBy,
          mark: finding.score !== null && finding.otherId !== null ? finding.score.toFixed(2) : '',
        })),
        matchCount,
        by,
      }}
      place={place}
      moveTo={moveTo}
      why={
        <>
          {shared && <b className="font-medium">{shared} </b>}
          {row.finding.detail.sentence}
        </>
      }
      decisions={<Decisions ask={ask} mergePair={mergePair} pair={pair} triage={triage} />}
      isOld={isPlaceholderData}
      triage={triage}
      needsName={needsName}
      mended={edited}
    >
      {pair ? (
        <TriagePair entries={pair} keptId={kept ?? ''} suggestedId={suggestedId} onKeep={setKeptId} />
      ) : (
        <TriageCard entry={row.entry} spans={row.finding.detail.spans} />
      )}
    </TriageStage>
  )
}

function Decisions({
  ask,
  mergePair,
  pair,
  triage,
}: Pick<WorklistState & { row: WorklistRow }, 'ask' | 'mergePair' | 'pair' | 'triage'>) {
  return (
    <>
      <Button variant="danger" keys="X" disabled={triage.isPending} onClick={() => ask('retire')}>
        {pair ? 'Retire the other' : 'Retire'}
      </Button>
      {pair && (
        <Button keys="M" disabled={triage.isPending} onClick={mergePair}>
          Merge
        </Button>
      )}
      <Button keys="D" disabled={triage.isPending} onClick={() => ask('dismiss')}>
        No fault
      </Button>
    </>
  )
}

function FindingDialogs({ asking, decide, detector, head, pair, setAsking, triage }: WorklistState) {
  return (
    <ReasonDialog
      key={asking}
      open={asking !== null}
      onClose={() => setAsking(null)}
      title={asking === 'dismiss' ? 'No fault' : pair ? 'Retire the other one' : 'Retire this entry'}
      verb={asking === 'dismiss' ? 'Dismiss' : 'Retire'}
      needed={asking === 'retire'}
      first={detector === CLUSTERED ? 'duplicate' : head.title.toLowerCase()}
      isPending={triage.isPending}
      onDone={decide}
    >
      {asking === 'dismiss'
        ? 'It leaves this list and does not come back by another look.'
        : 'It stays stored and can be restored, but no agent gets it, and the same lesson does not come back by import.'}
    </ReasonDialog>
  )
}

function NothingLeft({ head, takenCount }: { head: WorklistHead; takenCount: number }) {
  if (head.unknownBecause !== null)
    return <EmptyState title="Unknown: the detector could not look.">{head.unknownBecause}</EmptyState>
  return (
    <EmptyState title="Nothing left.">
      {takenCount > 0
        ? `${plural(takenCount, 'finding')} are with other reviewers.`
        : head.dismissed > 0
          ? `${plural(head.dismissed, 'finding')} were dismissed as no fault. That no rule finds more is not the same as nothing being wrong.`
          : 'That no rule finds more is not the same as nothing being wrong.'}
    </EmptyState>
  )
}
