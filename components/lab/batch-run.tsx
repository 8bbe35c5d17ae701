'use client'

import { PageHead } from '@/components/frame/page-head.tsx'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import type { BatchReport, BatchRows, BatchRunView, Shown } from '@/lib/memory/lab/batch.ts'
import { AgreementMatrix, BatchMetrics, JudgedMetrics } from './batch-metrics.tsx'
import { BatchWinners } from './batch-winners.tsx'
import { LabTabs } from './lab-tabs.tsx'
import { batchVerdict, shownParams } from './prepare-batch.ts'

/** A kept batch: what it found, how sure, and each question's winners. */
export function BatchRun({ run, table }: BatchRunProps) {
  const { current } = useShell()
  const href = useProjectHref()
  const { report } = run
  const judgeHref = href('/lab/judge', { run: run.id })
  const drill = (shown: Partial<Shown>, from?: number) =>
    `${href(`/lab/batch/${run.id}`, shownParams(shown, from))}#questions`
  const source = current?.source === 'written' ? 'written' : 'measured'
  return (
    <>
      <TopBar
        crumbs={[{ label: 'Lab', path: '/lab' }, { label: 'Batch', path: '/lab/batch' }, { label: run.name }]}
        actions={
          <LinkButton href={judgeHref} className="max-md:hidden">
            Judge blind
          </LinkButton>
        }
      />
      <LabTabs />
      <BatchHead run={run} report={report} source={source} />
      {/* Beside the crumbs there is no room for it on a phone. */}
      <p className="px-4 pt-4 md:hidden">
        <LinkButton href={judgeHref} className="w-full">
          Judge blind
        </LinkButton>
      </p>
      <BatchMetrics report={report} drill={drill} />
      {run.judged && <JudgedMetrics judged={run.judged} />}
      <AgreementMatrix report={report} drill={drill} />
      <BatchWinners report={report} table={table} drill={drill} />
    </>
  )
}

type BatchRunProps = { run: BatchRunView & { report: BatchReport }; table: BatchRows }

function BatchHead({
  run,
  report,
  source,
}: Pick<BatchRunProps, 'run'> & { report: BatchReport; source: 'measured' | 'written' }) {
  return (
    <PageHead
      question="Which way of retrieving should I trust, over many questions?"
      verdict={batchVerdict(report)}
      basis={
        <>
          <span>
            <SourceChip source={source} /> {run.embedder}, revision {formatCount(run.storeRevision)}
          </span>
          <span>{plural(report.queryCount, 'question')}</span>
          <span>
            {formatInstant(run.createdAt)} by {run.by}, seed {run.request.seed}
          </span>
          <span>
            <a
              className="link max-md:inline-block max-md:px-2 max-md:py-3.5"
              href={`/api/v1/lab-runs/${run.id}`}
            >
              JSON
            </a>
            <a
              className="link max-md:inline-block max-md:px-2 max-md:py-3.5"
              href={`/api/v1/lab-runs/${run.id}/csv`}
            >
              CSV
            </a>
          </span>
        </>
      }
    />
  )
}
