'use client'

import Link from 'next/link'
import { parseAsBoolean, parseAsInteger, useQueryStates } from 'nuqs'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { CategoryMark } from '@/components/ui/category-mark.tsx'
import { formatCount, formatInstant, formatScore, plural } from '@/components/ui/format.ts'
import { PageHead } from '@/components/ui/page-head.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { useProjectHref, useShell } from '@/components/ui/shell.tsx'
import { SourceChip } from '@/components/ui/source-chip.tsx'
import { TopBar } from '@/components/ui/top-bar.tsx'
import type { BatchRow, BatchRunView } from '@/lib/memory/batch.ts'
import { AgreementMatrix, BatchMetrics, JudgedMetrics } from './batch-metrics.tsx'
import { LabTabs } from './lab-tabs.tsx'
import { batchVerdict, isDisputed, labParams } from './prepare-batch.ts'

/** Rows drawn at once. */
const PAGE = 25

/** A kept batch: what it found, how sure, and each question's winners. */
export function BatchRun({ run }: { run: BatchRunView }) {
  const { current } = useShell()
  const href = useProjectHref()
  const [{ disputed, from }, setUrl] = useQueryStates(
    { disputed: parseAsBoolean.withDefault(false), from: parseAsInteger.withDefault(0) },
    { history: 'replace', shallow: true },
  )
  const { report } = run
  const rows = disputed ? report.rows.filter(isDisputed) : report.rows
  const disputedCount = report.rows.filter(isDisputed).length
  const source = current?.source === 'written' ? 'written' : 'measured'
  return (
    <>
      <TopBar
        crumbs={[{ label: 'Lab', path: '/lab' }, { label: 'Batch', path: '/lab/batch' }, { label: run.name }]}
        actions={<LinkButton href={href('/lab/judge', { run: run.id })}>Judge blind</LinkButton>}
      />
      <LabTabs />
      <PageHead
        question="Which way of retrieving should I trust, over many questions?"
        verdict={batchVerdict(report)}
        basis={
          <>
            <span>
              <SourceChip source={source} /> {run.embedder}, revision {formatCount(run.storeRevision)}
            </span>
            <span>{plural(report.rows.length, 'question')}</span>
            <span>
              {formatInstant(run.createdAt)} by {run.by}, seed {run.request.seed}
            </span>
            <span>
              <a className="link" href={`/api/v1/lab-runs/${run.id}`}>
                JSON
              </a>
              <a className="link" href={`/api/v1/lab-runs/${run.id}/csv`}>
                CSV
              </a>
            </span>
          </>
        }
      />
      {run.judged && <JudgedMetrics judged={run.judged} />}
      <BatchMetrics report={report} />
      <AgreementMatrix report={report} />
      <section aria-label="Questions" className="border-hairline border-t px-6 pt-4 pb-6 max-md:px-4">
        <SectionTitle
          title="Winners"
          note={`each question opens in the lab; ${formatCount(disputedCount)} of ${formatCount(report.rows.length)} disputed`}
          end={
            <Segmented
              label="Questions shown"
              value={disputed ? 'disputed' : 'all'}
              options={[
                { value: 'all', label: 'All' },
                { value: 'disputed', label: 'Disputed' },
              ]}
              onChange={(value) => void setUrl({ disputed: value === 'disputed', from: 0 })}
            />
          }
        />
        <ul className="mt-2">
          {rows.slice(from, from + PAGE).map((row) => (
            <Row
              key={`${row.query.id} ${row.query.text}`}
              row={row}
              run={run}
              href={href('/lab', labParams(row, report.strategies))}
            />
          ))}
        </ul>
        {rows.length > PAGE && (
          <p className="mt-3 flex items-center gap-2">
            <Button disabled={from === 0} onClick={() => void setUrl({ from: Math.max(0, from - PAGE) })}>
              Previous
            </Button>
            <Button disabled={from + PAGE >= rows.length} onClick={() => void setUrl({ from: from + PAGE })}>
              Next
            </Button>
            <span className="text-ink-3 text-small">
              {formatCount(from + 1)} to {formatCount(Math.min(rows.length, from + PAGE))} of{' '}
              {formatCount(rows.length)}
            </span>
          </p>
        )}
      </section>
    </>
  )
}

function Row({ row, run, href }: { row: BatchRow; run: BatchRunView; href: string }) {
  const { query, winners } = row
  const camps = Map.groupBy(run.report.strategies, (strategy) => winners[strategy]?.entryIds[0] ?? null)
  return (
    <li className="grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)] gap-x-6 border-hairline border-t py-2 max-md:grid-cols-[minmax(0,1fr)]">
      <Link href={href} className="min-w-0 no-underline hover:underline">
        <span className="line-clamp-2 text-pretty font-medium">{query.text}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-ink-3 text-small">
          {query.category ? <CategoryMark category={query.category} /> : 'whole task'}
          <span className="[overflow-wrap:anywhere]">{query.id}</span>
        </span>
      </Link>
      <ul className="min-w-0 max-md:mt-1">
        {[...camps].map(([entryId, strategies]) => {
          const found = entryId === null ? null : run.objectives[entryId]
          const [first = ''] = strategies
          const { score = null, values = null } = winners[first] ?? {}
          return (
            <li key={entryId ?? 'none'} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-0.5">
              <span className="min-w-0">
                <span className="text-ink-3 text-small">{strategies.join(', ')} </span>
                {found && (
                  <CategoryMark category={found.category} show="letter" className="mr-1 align-middle" />
                )}
                {entryId === null ? 'nothing' : (found?.objective ?? 'an entry that is gone')}
              </span>
              <span className="text-right font-mono text-small">
                {score !== null && strategies.length === 1 && (
                  <span title={`${score} unrounded`}>{formatScore(score)}</span>
                )}
                {values?.hitAt1 !== undefined && (
                  <span className="block text-ink-3">{values.hitAt1 === 1 ? 'hit' : 'miss'}</span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </li>
  )
}
