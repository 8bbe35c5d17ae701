import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, formatPercent, formatScore, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Figure, FigureTable } from '@/components/ui/table/figure-table.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { JudgedReport } from '@/lib/memory/studies/judged.ts'
import type { BatchReport, MetricsRow, PairRow, Shown } from '@/lib/memory/studies/retrieval.ts'
import { type BatchMetric, COMPARED_METRICS } from '@/lib/memory/studies/retrieval-terms.ts'
import { pText } from '@/lib/memory/text/p-value.ts'
import { signed } from '../study-words.ts'
import { agreementOf, KIND_WORDS, METRIC_WORDS } from './prepare-retrieval.ts'

const REGION = 'border-hairline border-t px-6 pt-4 pb-6 max-md:px-4'
const SHOWN_METRICS: BatchMetric[] = ['hitAt1', 'hitAt3', 'hitAt5', 'mrr', 'ndcgAt10']

/** Where the questions of a figure are shown. */
export type Drill = (shown: Partial<Shown>, from?: number) => string

/** Metrics with intervals: the means alone decide nothing. */
export function MetricsSection({ report, drill }: { report: BatchReport; drill: Drill }) {
  const { metrics, labelledCount, tuned, isHalf, queryCount, kinds = [], paired } = report
  if (metrics === null) return null
  const hasKinds = kinds.length > 0
  return (
    <section aria-label="Metrics" className={REGION}>
      <SectionTitle
        title="Against the labels given"
        note={`n ${formatCount(labelledCount)} labelled questions of ${formatCount(queryCount)}${isHalf ? ', the half that nothing was tuned on' : ''}; under each mean its 95 % bootstrap interval, questions of one instance drawn together`}
      />
      {kinds.map((one) => (
        <KindMetrics key={one.kind} of={one} drill={(shown) => drill({ ...shown, kind: one.kind })} />
      ))}
      {hasKinds && (
        <h3 className="mt-6 font-medium">
          Pooled{' '}
          <span className="font-normal text-ink-3 text-small">
            both kinds together, which may hide that they differ
          </span>
        </h3>
      )}
      <MetricsTable label="Metrics table" rows={metrics} drill={drill} />
      <p className="mt-2 max-w-[88ch] text-pretty text-ink-3 text-small">
        Wrong stage is 0 % by construction where a question names its category and the way filters by it.
        subtask-predicted guesses it from the text.
      </p>
      {tuned.map(({ strategy, parameter, chosen, usual, tried, tuneN }) => (
        <p key={strategy} className="mt-2 text-ink-2 text-small">
          {strategy}: {parameter} = {chosen} (usual {usual}), chosen by MRR on {plural(tuneN, 'question')} of
          the other half: {tried.map(({ value, mrr }) => `${value} → ${formatScore(mrr, 3)}`).join(', ')}.
          Nothing above is of that half.
        </p>
      ))}
      <PairedDifferences paired={paired} drill={drill} isFolded={hasKinds} />
    </section>
  )
}

type KindReport = NonNullable<BatchReport['kinds']>[number]

/** The same of one kind of question. */
function KindMetrics({
  of: { kind, labelledCount, metrics, paired },
  drill,
}: {
  of: KindReport
  drill: Drill
}) {
  return (
    <div className="mt-4">
      <h3 className="font-medium">
        {KIND_WORDS[kind]}{' '}
        <span className="font-normal text-ink-3 text-small">n {formatCount(labelledCount)}</span>
      </h3>
      <MetricsTable label={`${KIND_WORDS[kind]} table`} rows={metrics} drill={drill} />
      <PairedDifferences paired={paired} drill={drill} isFolded />
    </div>
  )
}

/** One line a way to retrieve: means with their intervals, what was missed, and how often the wrong stage was opened. */
function MetricsTable({ label, rows, drill }: { label: string; rows: MetricsRow[]; drill: Drill }) {
  const share = (value: number | null) =>
    value === null ? <Hatch label="No categories" /> : formatPercent(value)
  return (
    <FigureTable
      label={label}
      first="strategy"
      heads={[
        ...SHOWN_METRICS.map((metric) => METRIC_WORDS[metric]),
        'misses',
        'wrong stage',
        { key: 'coverage', text: <Term of="coverage">answered</Term> },
      ]}
      rows={rows.map((row) => ({
        name: row.strategy,
        cells: [
          ...SHOWN_METRICS.map((metric) => (
            <Figure key={metric} value={row[metric]} range={row.ci[metric]} />
          )),
          <Link
            key="misses"
            className="link relative max-md:inline-block max-md:py-3.5"
            href={drill({ show: 'miss', a: row.strategy })}
          >
            {formatCount(Math.round(row.n * (1 - (row.hitAt1 ?? 0))))}
            <span className="sr-only"> questions whose first lesson is not relevant</span>
          </Link>,
          share(row.crossPhaseRate),
          share(row.coverage),
        ],
      }))}
    />
  )
}

/** The declared comparison by itself, the rest adjusted for how many they are. */
function PairedDifferences({
  paired,
  drill,
  isFolded = false,
}: {
  paired: PairRow[]
  drill: Drill
  isFolded?: boolean
}) {
  const others = paired.filter(({ primary }) => !primary).length
  if (paired.length === 0) return null
  return (
    <>
      <h3 className="mt-5 font-medium">Paired differences</h3>
      <p className="max-w-[88ch] text-pretty text-ink-3 text-small">
        Over the same questions, with 95 % bootstrap intervals that are not adjusted. The declared pair’s p
        stands alone; the p of the other {plural(others, 'comparison')}, of all three metrics,{' '}
        {others === 1 ? 'is' : 'are'} after Holm. Ahead and behind count questions, and open them.
      </p>
      {COMPARED_METRICS.map((metric) => (
        <details key={metric} open={metric === 'mrr' && !isFolded} className="mt-3">
          <summary className="cursor-pointer font-medium max-md:py-3.5">{METRIC_WORDS[metric]}</summary>
          <FigureTable
            label={`Paired differences, ${METRIC_WORDS[metric]}`}
            first="pair"
            heads={['difference', '95 % CI', 'ahead', 'behind', 'p']}
            rows={paired
              .filter((row) => row.metric === metric)
              .toSorted((x, y) => Number(y.primary) - Number(x.primary))
              .map((row) => ({ name: nameOf(row), cells: pairCells(row, drill) }))}
          />
        </details>
      ))}
    </>
  )
}

const nameOf = ({ a, b, primary }: PairRow) => `${a} − ${b}${primary ? ', declared primary' : ''}`

function pairCells(row: PairRow, drill: Drill) {
  const { a, b, metric, difference, low, high, p, pHolm, aheadCount, behindCount } = row
  const opens = (count: number | undefined, left: string, right: string) =>
    // A study of an earlier Loupe did not count them.
    count !== undefined && (
      <Link
        className="link relative max-md:inline-block max-md:py-3.5"
        href={drill({ show: 'ahead', a: left, b: right, metric })}
      >
        {formatCount(count)}
        <span className="sr-only">
          : questions where {left} does better than {right} by {METRIC_WORDS[metric]}
        </span>
      </Link>
    )
  return [
    signed(difference),
    `${signed(low)} to ${signed(high)}`,
    opens(aheadCount, a, b),
    opens(behindCount, b, a),
    pHolm === null ? pText(p) : `${pText(pHolm)} after Holm`,
  ]
}

/** How often two strategies have the same winner, as a square. */
export function AgreementMatrix({ report, drill }: { report: BatchReport; drill: Drill }) {
  const { strategies, queryCount } = report
  if (strategies.length < 2) return null
  const cell = (a: string, b: string) => {
    const share = agreementOf(report, a, b)
    if (a === b) return <span className="text-ink-3">–</span>
    if (share === null) return <Hatch label="Unknown" />
    return (
      <Link
        className="link max-md:inline-block max-md:py-3.5"
        href={drill({ show: 'differ', a, b })}
        aria-label={`${formatPercent(share)}: open the questions where ${a} and ${b} differ`}
      >
        {formatPercent(share)}
      </Link>
    )
  }
  return (
    <section aria-label="Agreement" className={REGION}>
      <SectionTitle
        title="Same winner"
        note={`share of ${plural(queryCount, 'question')} whose first lesson is the same entry; both having none counts as the same; agreement is not correctness; a share opens the others`}
      />
      <FigureTable
        label="Agreement table"
        className="border-collapse"
        heads={strategies}
        rows={strategies.map((a) => ({ name: a, cells: strategies.map((b) => cell(a, b)) }))}
      />
    </section>
  )
}

/** Metrics against what persons judged without knowing who had found it. */
export function JudgedMetrics({ judged }: { judged: JudgedReport }) {
  const { judges, pairCount, unjudgedCount, kappa, rows } = judged
  return (
    <section aria-label="Judged" className={REGION}>
      <SectionTitle
        title={
          <>
            Judged blind <SourceChip source="measured" />
          </>
        }
        note={`by ${judges.join(' and ')}; ${plural(pairCount - unjudgedCount, 'pair')} of ${formatCount(pairCount)} judged, here or in another study with the same question; n = questions whose whole pool is judged`}
      />
      <p className="mt-1 text-ink-2 text-small">
        {kappa === null
          ? 'One judge so far: a second one makes agreement known.'
          : `Quadratic weighted kappa of ${kappa.a} and ${kappa.b}: ${kappa.value === null ? 'undefined, chance alone would agree' : formatScore(kappa.value, 3)}, n ${kappa.n}.`}
      </p>
      <FigureTable
        label="Judged table"
        first="strategy"
        className="w-full max-w-[760px] border-collapse"
        heads={['n', 'grade of winner', 'hit@1', 'MRR@5', 'nDCG@5']}
        rows={rows.map((row) => ({
          name: row.strategy,
          cells: [
            row.n,
            <Figure key="grade" value={row.gradeAt1} digits={2} />,
            <Figure key="hit" value={row.hitAt1} />,
            <Figure key="mrr" value={row.mrr} />,
            <Figure key="ndcg" value={row.ndcgAt5} range={row.ci.ndcgAt5} />,
          ],
        }))}
      />
    </section>
  )
}
