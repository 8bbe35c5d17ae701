'use client'

import clsx from 'clsx'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { FigureView } from '@/components/figures/figure-view.tsx'
import { OriginContext } from '@/components/figures/origin.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatScore, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { Section, SectionTitle } from '@/components/ui/section.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import { CELL, HEAD } from '@/components/ui/table/figure-table.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type {
  BatchReport,
  BatchRow,
  BatchRows,
  JudgedReport,
  RetrievalPlan,
  Shown,
} from '@/lib/memory/studies/retrieval.ts'
import { COMPARED_METRICS } from '@/lib/memory/studies/retrieval-terms.ts'
import type { StudyView } from '@/lib/memory/studies/study.ts'
import { Sections } from '../../studies/study-screen.tsx'
import type { ReportView } from '../report-view.ts'
import {
  compareParams,
  mrrFigure,
  retrievalBasis,
  retrievalConditions,
  retrievalOrigin,
  retrievalVerdict,
  shownWords,
  type WinnerCell,
  winnerCells,
} from './prepare-retrieval.ts'
import { type Drill, retrievalSections } from './retrieval-sections.ts'

type RetrievalStudy = StudyView<RetrievalPlan, BatchReport>

const SHOWN = {
  show: parseAsStringLiteral(['all', 'disputed', 'differ', 'miss', 'ahead'] as const).withDefault('all'),
  a: parseAsString,
  b: parseAsString,
  metric: parseAsStringLiteral(COMPARED_METRICS).withDefault('mrr'),
  kind: parseAsStringLiteral(['stage', 'task'] as const),
  from: parseAsInteger.withDefault(0),
}

/** What a study of retrieval found, and how sure that is. */
export function useRetrievalReport(study: RetrievalStudy | null): ReportView | null {
  const href = useProjectHref()
  if (study?.report == null) return null
  const { id, report, plan } = study
  const figure = mrrFigure(report)
  const origin = retrievalOrigin(report, plan)
  const picture = figure && (
    <OriginContext value={origin}>
      <Section title="MRR by strategy">
        <FigureView figure={figure} digits={3} />
      </Section>
    </OriginContext>
  )
  return {
    verdict: retrievalVerdict(report),
    basis: (
      <>
        {[...retrievalBasis(report), ...retrievalConditions(report)].map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>
          {plural(report.queryCount, 'question')}, seed {plan.seed}
        </span>
      </>
    ),
    actions: <LinkButton href={href('/memories/review/pair', { queue: id })}>Judge blind</LinkButton>,
    figure: picture,
    body: (
      <OriginContext value={origin}>
        {picture}
        <RetrievalBody id={id} report={report} judged={study.judged} />
      </OriginContext>
    ),
  }
}

function RetrievalBody({
  id,
  report,
  judged,
}: {
  id: string
  report: BatchReport
  judged: JudgedReport | null
}) {
  const [shown] = useQueryStates(SHOWN)
  const href = useProjectHref()
  const { from, ...which } = shown
  const questions = useAnswer('studyQuestions', { id, shown: which, from: Math.max(0, from) })
  const drill: Drill = (asked, to) => `${href(`/audit/studies/${id}`, paramsOf(asked, to))}#questions`
  return (
    <>
      <Sections sections={retrievalSections(report, judged, drill)} />
      {questions.error && (
        <ReadErrorState
          error={questions.error}
          what="The questions could not be read."
          onRetry={questions.refetch}
        />
      )}
      {questions.data ? (
        <Winners report={report} table={questions.data} drill={drill} />
      ) : (
        <Section title="Winners">
          <Skeleton lines={5} label="Reading the questions" />
        </Section>
      )}
    </>
  )
}

/** What is usual is left out of an address. */
function paramsOf({ show, a, b, metric, kind }: Partial<Shown>, from = 0) {
  const usual = { show: show === 'all' ? null : show, metric: metric === 'mrr' ? null : metric }
  return { ...usual, a, b, kind, from: from === 0 ? null : from }
}

/** Each question in one row with the winner of every strategy; a row opens in Compare. */
function Winners({ report, table, drill }: WinnersProps) {
  const { strategies, queryCount, disputedCount } = report
  const { rows, shown, matchCount } = table
  const words = shownWords(shown)
  return (
    <section
      id="questions"
      aria-label="Questions"
      className="scroll-mt-12 border-hairline border-t px-6 pt-4 pb-6 max-md:px-4"
    >
      <SectionTitle
        title="Winners"
        note={`a row opens in Compare; ${formatCount(disputedCount)} of ${formatCount(queryCount)} disputed; ≠ another winner than ${strategies[0]}`}
        end={
          <>
            <Choice isCurrent={shown.show === 'all'} href={drill({})}>
              All
            </Choice>
            <Choice isCurrent={shown.show === 'disputed'} href={drill({ show: 'disputed' })}>
              Disputed
            </Choice>
          </>
        }
      />
      {words && (
        <p className="mt-2">
          {formatCount(matchCount)} of {formatCount(queryCount)}: {words}.{' '}
          <Link className="link" href={drill({})}>
            Show all
          </Link>
        </p>
      )}
      <Table table={table} strategies={strategies} />
      {matchCount === 0 && <p className="py-3 text-ink-3">No question fits.</p>}
      {matchCount > rows.length && (
        <Pager
          className="mt-3"
          from={table.offset}
          size={table.limit}
          count={matchCount}
          hrefOf={(from) => drill(table.shown, from)}
        />
      )}
    </section>
  )
}

type WinnersProps = {
  report: BatchReport
  table: BatchRows
  drill: Drill
}

function Choice({ isCurrent, href, children }: { isCurrent: boolean; href: string; children: string }) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'true' : undefined}
      className={clsx('max-md:inline-block max-md:py-3.5', isCurrent ? 'font-medium no-underline' : 'link')}
    >
      {children}
    </Link>
  )
}

/** On a phone each question is a block, and each strategy a line of it. */
function Table({ table, strategies }: { table: BatchRows; strategies: string[] }) {
  const href = useProjectHref()
  return (
    <ScrollRegion label="Winners table" className="mt-2 overflow-x-auto">
      <table
        className="w-full table-fixed border-collapse max-md:block max-md:min-w-0!"
        style={{ minWidth: 280 + strategies.length * 208 }}
      >
        <thead className="max-md:hidden">
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
        <tbody className="max-md:block">
          {table.rows.map((row) => (
            <Row
              key={`${row.query.id} ${row.query.text}`}
              row={row}
              cells={winnerCells(row, strategies, table.objectives)}
              href={href('/playground/compare', compareParams(row, strategies, table.shown))}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Row({ row: { query }, cells, href }: { row: BatchRow; cells: WinnerCell[]; href: string }) {
  return (
    <tr className="relative hover:bg-hover has-focus-visible:bg-hover max-md:block max-md:border-hairline max-md:border-b max-md:py-2">
      <th
        scope="row"
        className={clsx(CELL, 'font-normal max-md:block max-md:h-auto max-md:border-0 max-md:p-0')}
      >
        <span className="flex items-center gap-2 max-md:items-baseline">
          {query.category ? (
            <CategoryMark category={query.category} show="letter" className="flex-none" />
          ) : (
            <span className="flex-none text-ink-3 text-small">task</span>
          )}
          {/* The link lies over its whole row. */}
          <Link
            href={href}
            title={`${query.text}\n${query.id}`}
            className="truncate font-medium no-underline after:absolute after:inset-0 after:content-[''] max-md:line-clamp-3 max-md:whitespace-normal"
          >
            {query.text}
          </Link>
        </span>
      </th>
      {cells.map((cell) => (
        <Winner key={cell.strategy} cell={cell} />
      ))}
    </tr>
  )
}

function Winner({ cell: { strategy, words, category, score, isHit, differs } }: { cell: WinnerCell }) {
  return (
    <td
      className={clsx(
        CELL,
        'text-left! font-sans! max-md:flex max-md:h-auto max-md:items-center max-md:gap-2 max-md:border-0 max-md:px-0 max-md:pt-1 max-md:pb-0',
      )}
    >
      <span className="w-[68px] flex-none truncate text-ink-3 text-small md:hidden">{strategy}</span>
      <span className="flex min-w-0 flex-1 items-center gap-1.5">
        <span className={clsx('w-[1ch] flex-none text-center', differs && 'font-medium')}>
          {differs && (
            <>
              <span aria-hidden="true">≠</span>
              <span className="sr-only">differs: </span>
            </>
          )}
        </span>
        {category && <CategoryMark category={category} show="letter" className="flex-none" />}
        <span className={clsx('min-w-0 flex-1 truncate', differs ? 'text-ink' : 'text-ink-2')} title={words}>
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
  )
}
