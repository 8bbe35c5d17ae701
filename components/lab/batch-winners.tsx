'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { parseAsBoolean, parseAsInteger, useQueryStates } from 'nuqs'
import { Button } from '@/components/ui/button.tsx'
import { CategoryMark } from '@/components/ui/category-mark.tsx'
import { formatCount, formatScore } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { useProjectHref } from '@/components/ui/shell.tsx'
import type { BatchRow, BatchRunView } from '@/lib/memory/batch.ts'
import { CELL, HEAD, Scroller } from './batch-metrics.tsx'
import { isDisputed, labParams, winnerCells } from './prepare-batch.ts'

/** Rows drawn at once. */
const PAGE = 25

/** Each question in one row with the winner of every strategy; a row opens in the lab. */
export function BatchWinners({ run }: { run: BatchRunView }) {
  const href = useProjectHref()
  const [{ disputed, from }, setUrl] = useQueryStates(
    { disputed: parseAsBoolean.withDefault(false), from: parseAsInteger.withDefault(0) },
    { history: 'replace', shallow: true },
  )
  const { strategies, rows: all } = run.report
  const disputedRows = all.filter(isDisputed)
  const rows = disputed ? disputedRows : all
  const start = from > 0 && from < rows.length ? from : 0
  return (
    <section aria-label="Questions" className="border-hairline border-t px-6 pt-4 pb-6 max-md:px-4">
      <SectionTitle
        title="Winners"
        note={`a row opens in the lab; ${formatCount(disputedRows.length)} of ${formatCount(all.length)} disputed; ≠ another winner than ${strategies[0]}`}
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
      <Scroller label="Winners table">
        <table
          className="w-full table-fixed border-collapse"
          style={{ minWidth: 280 + strategies.length * 208 }}
        >
          <thead>
            <tr>
              <th scope="col" className={clsx(HEAD, 'w-[280px]')}>
                question
              </th>
              {strategies.map((name) => (
                <th key={name} scope="col" className={clsx(HEAD, 'text-left!')}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(start, start + PAGE).map((row) => (
              <Row
                key={`${row.query.id} ${row.query.text}`}
                row={row}
                run={run}
                href={href('/lab', labParams(row, strategies))}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
      {rows.length === 0 && <p className="py-3 text-ink-3">Not one is disputed: all find the same.</p>}
      {rows.length > PAGE && (
        <p className="mt-3 flex flex-wrap items-center gap-2">
          <Button disabled={start === 0} onClick={() => void setUrl({ from: Math.max(0, start - PAGE) })}>
            Previous
          </Button>
          <Button disabled={start + PAGE >= rows.length} onClick={() => void setUrl({ from: start + PAGE })}>
            Next
          </Button>
          <span className="text-ink-3 text-small">
            {formatCount(start + 1)} to {formatCount(Math.min(rows.length, start + PAGE))} of{' '}
            {formatCount(rows.length)}
          </span>
        </p>
      )}
    </section>
  )
}

function Row({ row, run, href }: { row: BatchRow; run: BatchRunView; href: string }) {
  const { query } = row
  return (
    <tr className="relative hover:bg-hover has-focus-visible:bg-hover">
      <th scope="row" className={clsx(CELL, 'font-normal')}>
        <span className="flex items-center gap-2">
          {query.category ? (
            <CategoryMark category={query.category} show="letter" className="flex-none" />
          ) : (
            <span className="flex-none text-ink-3 text-small">task</span>
          )}
          {/* The link lies over its whole row. */}
          <Link
            href={href}
            title={`${query.text}\n${query.id}`}
            className="truncate font-medium no-underline after:absolute after:inset-0 after:content-['']"
          >
            {query.text}
          </Link>
        </span>
      </th>
      {winnerCells(row, run).map(({ strategy, words, category, score, isHit, differs }) => (
        <td key={strategy} className={clsx(CELL, 'text-left! font-sans!')}>
          <span className="flex items-center gap-1.5">
            <span className={clsx('w-[1ch] flex-none text-center', differs && 'font-medium')}>
              {differs && (
                <>
                  <span aria-hidden="true">≠</span>
                  <span className="sr-only">differs: </span>
                </>
              )}
            </span>
            {category && <CategoryMark category={category} show="letter" className="flex-none" />}
            <span
              className={clsx('min-w-0 flex-1 truncate', differs ? 'text-ink' : 'text-ink-2')}
              title={words}
            >
              {words}
            </span>
            <span className="flex-none text-right font-mono text-small">
              {score !== null && <span title={`${score} unrounded`}>{formatScore(score, 2)}</span>}
              {isHit !== null && (
                <span className={clsx('ml-1', isHit ? 'text-ink' : 'text-ink-3')}>
                  <span aria-hidden="true">{isHit ? '✓' : '·'}</span>
                  <span className="sr-only">{isHit ? ', hit' : ', miss'}</span>
                </span>
              )}
            </span>
          </span>
        </td>
      ))}
    </tr>
  )
}
