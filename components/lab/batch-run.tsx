'use client'

import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import type { BatchReport, BatchRows, BatchRunView, Shown } from '@/lib/memory/studies/retrieval.ts'
import { AgreementMatrix, BatchMetrics, JudgedMetrics } from './batch-metrics.tsx'
import { BatchWinners } from './batch-winners.tsx'
import { LabHead } from './lab-head.tsx'
import { batchVerdict, shownParams } from './prepare-batch.ts'

/** A kept batch: what it found, how sure, and each question's winners. */
export function BatchRun({ run, table }: BatchRunProps) {
  const href = useProjectHref()
  const { report } = run
  const judgeHref = href('/lab/judge', { run: run.id })
  const drill = (shown: Partial<Shown>, from?: number) =>
    `${href(`/lab/batch/${run.id}`, shownParams(shown, from))}#questions`
  return (
    <>
      <LabHead
        crumbs={[{ label: 'Batch', path: '/lab/batch' }, { label: run.name }]}
        actions={
          <LinkButton href={judgeHref} className="max-md:hidden">
            Judge blind
          </LinkButton>
        }
        question="Which way of retrieving should I trust, over many questions?"
        verdict={batchVerdict(report)}
        basis={<BatchBasis run={run} />}
      />
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

function BatchBasis({ run }: Pick<BatchRunProps, 'run'>) {
  const { current } = useShell()
  const exports = [
    { label: 'JSON', href: `/api/v1/lab-runs/${run.id}` },
    { label: 'CSV', href: `/api/v1/lab-runs/${run.id}/csv` },
  ]
  return (
    <>
      <span>
        <SourceChip source={current?.source === 'written' ? 'written' : 'measured'} /> {run.embedder},
        revision {formatCount(run.storeRevision)}
      </span>
      <span>{plural(run.report.queryCount, 'question')}</span>
      <span>
        {formatInstant(run.createdAt)} by {run.by}, seed {run.request.seed}
      </span>
      <span>
        {exports.map(({ label, href }) => (
          <a key={label} className="link max-md:inline-block max-md:px-2 max-md:py-3.5" href={href}>
            {label}
          </a>
        ))}
      </span>
    </>
  )
}
