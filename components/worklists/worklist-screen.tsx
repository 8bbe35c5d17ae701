'use client'

import { useQueryStates } from 'nuqs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Segmented } from '@/components/ui/segmented.tsx'
import { EmptyState, ErrorState } from '@/components/ui/states.tsx'
import type { PairReach, Worklist, WorklistHead } from '@/lib/memory/findings/worklist.ts'
import { ClusterScreen } from './cluster-screen.tsx'
import { DismissedScreen } from './dismissed-screen.tsx'
import { FindingStage } from './finding-stage.tsx'
import { MergeDialog, type Merging } from './merge-dialog.tsx'
import { ScreenHead } from './screen-head.tsx'
import { type Triage, useTriage } from './use-triage.ts'
import { useTriageList } from './use-triage-list.ts'
import { WORKLIST_ROWS, worklistUrlParsers } from './worklist-url.ts'

const CLUSTERED = 'near-duplicate'
const TOLD_AGAIN = 'the same lesson told more than once'

type WorklistScreenProps = {
  projectId: string
  head: WorklistHead
  initial: Worklist
  initialMin: number | null
}

/** Findings one by one, by keyboard: what was found, why, and one key for each thing to do about it. */
export function WorklistScreen(props: WorklistScreenProps) {
  const { projectId, head } = props
  const { detector } = head
  const triage = useTriage()
  const [{ view }, setUrl] = useQueryStates(worklistUrlParsers, { history: 'push' })
  const views = (
    <Segmented
      label="Shown as"
      value={view}
      options={[
        { value: 'findings', label: detector === CLUSTERED ? 'Pairs' : 'Open' },
        ...(detector === CLUSTERED ? [{ value: 'clusters' as const, label: 'Clusters' }] : []),
        {
          value: 'dismissed',
          label: head.dismissed > 0 ? `Dismissed ${formatCount(head.dismissed)}` : 'Dismissed',
        },
      ]}
      onChange={(next) => void setUrl({ view: next, at: null, from: null })}
    />
  )
  if (view === 'dismissed')
    return (
      <DismissedScreen query={{ projectId, detector }} triage={triage}>
        {views}
      </DismissedScreen>
    )
  return (
    <OpenFindings {...props} triage={triage} asClusters={view === 'clusters'}>
      {views}
    </OpenFindings>
  )
}

function OpenFindings({
  triage,
  asClusters,
  children,
  ...props
}: WorklistScreenProps & { triage: Triage; asClusters: boolean; children: ReactNode }) {
  const { projectId, head } = props
  const commands = useCommands()
  const findings = useFindings(triage.by, props)
  const { list, query, error, row, cursor } = findings
  const [merging, setMerging] = useState<Merging | null>(null)
  const merge = (choice: Merging) => setMerging(triage.needsName() ? null : choice)
  const asDuplicates = head.detector === CLUSTERED ? { minScore: query.minScore } : undefined
  return (
    <>
      <ScreenHead
        noun={['finding', 'findings']}
        list={list}
        claimedBy={findings.rows.map(({ finding }) => finding.claimedBy)}
        triage={triage}
        claim={(input) => commands.claimFindings({ ...query, ...input })}
        release={(input) => commands.releaseFindings({ projectId, ...input })}
      >
        {children}
        {list.reach && <ScoreSlider min={query.minScore} reach={list.reach} onMin={findings.setMin} />}
      </ScreenHead>
      {error ? (
        <ErrorState what={error.message} where="The worklist was not read; nothing is lost." />
      ) : asClusters ? (
        <ClusterScreen
          query={query}
          isPending={triage.isPending}
          onMerge={(entries, keptId) => merge({ entries, keptId })}
          onRetire={async (entries) => {
            if (!triage.needsName()) await triage.retire(entries, TOLD_AGAIN, { quiet: false, asDuplicates })
          }}
        />
      ) : row === null ? (
        <NothingLeft head={head} takenCount={list.takenCount} />
      ) : (
        <FindingStage {...findings} {...{ head, row, triage, asDuplicates }} onMerge={merge} />
      )}
      <MergeDialog
        merging={merging}
        triage={triage}
        onClose={() => setMerging(null)}
        onDone={() => {
          setMerging(null)
          cursor.stay()
        }}
      />
    </>
  )
}

/** The open findings from the lowest score in the address on, for whoever reviews. */
function useFindings(by: string, { projectId, head, initial, initialMin }: WorklistScreenProps) {
  const commands = useCommands()
  const [{ min, at }, setUrl] = useQueryStates(worklistUrlParsers, { history: 'replace' })
  const query = { projectId, detector: head.detector, minScore: min }
  const { list = initial, ...found } = useTriageList({
    queryKey: ['worklist', query, by],
    read: () =>
      commands.listWorklist({
        ...query,
        ...(by === '' ? {} : { claimedBy: by }),
        offset: 0,
        limit: WORKLIST_ROWS,
      }),
    initial,
    isInitial: min === initialMin && by === '',
    idOf: ({ finding }) => finding.id,
    at,
    setAt: (next) => void setUrl({ at: next }),
  })
  return { ...found, list, query, setMin: (next: number | null) => void setUrl({ min: next, at: null }) }
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

const PAUSE_MS = 250

type ScoreSliderProps = {
  /** Null: what the detector keeps. */
  min: number | null
  reach: PairReach
  onMin: (min: number | null) => void
}

/** The lowest score still shown, in the address: up narrows the findings, down looks up pairs that are less alike. */
function ScoreSlider({ min, reach: { kept, from, unable }, onMin }: ScoreSliderProps) {
  const [value, setValue] = useState(min ?? kept)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setValue(min ?? kept), [min, kept])
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <label className="flex items-center gap-2 text-small">
        <span className="whitespace-nowrap text-ink-2">Cosine from</span>
        <input
          type="range"
          min={from}
          max={1}
          step={0.005}
          value={value}
          onChange={(event) => {
            const next = Number(event.target.value)
            setValue(next)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => onMin(next === kept ? null : next), PAUSE_MS)
          }}
          className="h-7 w-40 accent-(--accent) max-md:h-11"
        />
        <output className="num w-12">{value.toFixed(3)}</output>
      </label>
      {(unable !== null || value < kept) && (
        <span className="max-w-[56ch] text-ink-3 text-small">
          {unable ??
            `Below ${kept} a pair is no finding and not counted as one; what you decide about it stays.`}
        </span>
      )}
    </span>
  )
}
