import type { Cell } from '@/components/figures/figure.ts'
import { formatCount, formatPercent, formatScore, plural } from '@/components/ui/format.ts'
import type { BatchReport, JudgedReport, MetricsRow, PairRow, Shown } from '@/lib/memory/studies/retrieval.ts'
import type { BatchMetric } from '@/lib/memory/studies/retrieval-terms.ts'
import { pText } from '@/lib/memory/text/words.ts'
import {
  note,
  type StudyPart,
  type StudySection,
  type TablePart,
  tablePart,
} from '../../studies/study-page.ts'
import { signed } from '../study-words.ts'
import { agreementOf, KIND_WORDS, METRIC_WORDS } from './prepare-retrieval.ts'

const SHOWN_METRICS: BatchMetric[] = ['hitAt1', 'hitAt3', 'hitAt5', 'mrr', 'ndcgAt10']

/** Where the questions of a figure are shown. */
export type Drill = (shown: Partial<Shown>, from?: number) => string

/** Metrics by kind of question and pooled, what persons judged, and how often the ways agree; counts open their questions. */
export function retrievalSections(
  report: BatchReport,
  judged: JudgedReport | null,
  drill: Drill,
): StudySection[] {
  const { metrics, kinds = [], paired } = report
  const half = report.isHalf ? ', the half that nothing was tuned on' : ''
  const of = ` of ${formatCount(report.queryCount)}${half}`
  const pooled = { id: 'pooled', labelledCount: report.labelledCount, of, metrics: metrics ?? [], paired }
  const isPooled = kinds.length > 0
  return [
    ...kinds.map(({ kind, ...own }) =>
      metricsSection({ id: kind, title: KIND_WORDS[kind], ...own }, (shown) => drill({ ...shown, kind })),
    ),
    ...(metrics === null
      ? []
      : [
          metricsSection(
            { ...pooled, title: isPooled ? 'Both kinds pooled' : 'Against the labels given' },
            drill,
            tunedWords(report),
          ),
        ]),
    ...(judged ? [judgedSection(judged)] : []),
    ...(report.strategies.length < 2 ? [] : [agreementSection(report, drill)]),
  ]
}

type Measured = {
  id: string
  title: string
  labelledCount: number
  /** How many were asked. */
  of?: string
  metrics: MetricsRow[]
  paired: PairRow[]
}

/** Means with their intervals, what was missed, how often the wrong stage was opened; and the paired differences. */
function metricsSection(
  { id, title, labelledCount, of = '', metrics, paired }: Measured,
  drill: Drill,
  more: StudyPart[] = [],
): StudySection {
  const MISSES = SHOWN_METRICS.length + 1
  return {
    id,
    title,
    note: `n ${formatCount(labelledCount)} labelled questions${of}; 95 % bootstrap intervals, questions of one instance drawn together`,
    parts: [
      {
        kind: 'table',
        name: `retrieval-${id}`,
        title: `${title}, metrics`,
        digits: 3,
        table: [
          [
            'strategy',
            ...SHOWN_METRICS.map((metric) => METRIC_WORDS[metric]),
            'misses',
            'wrong stage',
            'answered',
          ],
          ...metrics.map((row) => [
            row.strategy,
            ...SHOWN_METRICS.map((metric) => withRange(row[metric], row.ci[metric])),
            Math.round(row.n * (1 - (row.hitAt1 ?? 0))),
            shareCell(row.crossPhaseRate),
            shareCell(row.coverage),
          ]),
        ],
        linkOf: (row, column) =>
          column === MISSES
            ? {
                href: drill({ show: 'miss', a: metrics[row]?.strategy ?? null }),
                label: 'questions whose first lesson is not relevant',
              }
            : null,
      },
      ...more,
      ...(paired.length === 0 ? [] : pairedParts(id, title, paired, drill)),
    ],
  }
}

const COLUMN = { ahead: 4, behind: 5 }

/** The declared comparison first; the p of the others is adjusted for how many they are. */
function pairedParts(id: string, title: string, paired: PairRow[], drill: Drill): StudyPart[] {
  const rows = paired.toSorted((x, y) => Number(y.primary) - Number(x.primary))
  const table: TablePart = {
    kind: 'table',
    name: `retrieval-${id}-paired`,
    title: `${title}, paired differences`,
    table: [
      ['pair', 'metric', 'difference', '95 % CI', 'ahead', 'behind', 'p'],
      ...rows.map(({ a, b, primary, metric, difference, low, high, p, pHolm, aheadCount, behindCount }) => [
        `${a} − ${b}${primary ? ', declared primary' : ''}`,
        METRIC_WORDS[metric],
        signed(difference),
        `${signed(low)} to ${signed(high)}`,
        // A study of an earlier Loupe did not count them.
        aheadCount ?? null,
        behindCount ?? null,
        pHolm === null ? pText(p) : `${pText(pHolm)} after Holm`,
      ]),
    ],
    linkOf: (at, column) => {
      const row = rows[at]
      if (row?.aheadCount === undefined || (column !== COLUMN.ahead && column !== COLUMN.behind)) return null
      const [a, b] = column === COLUMN.ahead ? [row.a, row.b] : [row.b, row.a]
      const label = `questions where ${a} does better than ${b} by ${METRIC_WORDS[row.metric]}`
      return { href: drill({ show: 'ahead', a, b, metric: row.metric }), label }
    },
  }
  return [
    table,
    note('The intervals are not adjusted; the declared p stands alone. Ahead and behind count questions.'),
  ]
}

function tunedWords({ tuned }: BatchReport): StudyPart[] {
  return tuned.map(({ strategy, parameter, chosen, usual, tried, tuneN }) =>
    note(
      `${strategy}: ${parameter} = ${chosen} (usual ${usual}), chosen by MRR on ${plural(tuneN, 'question')} of the other half: ${tried.map(({ value, mrr }) => `${value} → ${formatScore(mrr, 3)}`).join(', ')}.`,
    ),
  )
}

/** How often two strategies have the same winner, as a square. */
function agreementSection(report: BatchReport, drill: Drill): StudySection {
  const { strategies, queryCount } = report
  return {
    id: 'agreement',
    title: 'Same winner',
    note: `share of ${plural(queryCount, 'question')} with the same first lesson, or none in both; agreement is not correctness`,
    parts: [
      {
        kind: 'table',
        name: 'retrieval-agreement',
        title: 'Agreement',
        table: [
          ['strategy', ...strategies],
          ...strategies.map((a) => [
            a,
            ...strategies.map((b) => (a === b ? '–' : shareCell(agreementOf(report, a, b)))),
          ]),
        ],
        linkOf: (row, column) => {
          const [a, b] = [strategies[row] ?? null, strategies[column - 1] ?? null]
          if (column === 0 || a === b) return null
          return {
            href: drill({ show: 'differ', a, b }),
            label: `open the questions where ${a} and ${b} differ`,
          }
        },
      },
    ],
  }
}

/** Metrics against what persons judged without knowing who had found it. */
function judgedSection({ judges, pairCount, unjudgedCount, kappa, rows }: JudgedReport): StudySection {
  return {
    id: 'judged',
    title: 'Judged blind',
    note: `by ${judges.join(' and ')}; ${plural(pairCount - unjudgedCount, 'pair')} of ${formatCount(pairCount)} judged; n = questions whose whole pool is judged`,
    parts: [
      note(
        kappa === null
          ? 'One judge so far: a second one makes agreement known.'
          : `Quadratic weighted kappa of ${kappa.a} and ${kappa.b}: ${kappa.value === null ? 'undefined, chance alone would agree' : formatScore(kappa.value, 3)}, n ${kappa.n}.`,
      ),
      tablePart(
        'retrieval-judged',
        'Judged',
        [
          ['strategy', 'n', 'grade of winner', 'hit@1', 'MRR@5', 'nDCG@5'],
          ...rows.map(({ strategy, n, gradeAt1, hitAt1, mrr, ndcgAt5, ci }) => [
            ...[strategy, n, gradeAt1, hitAt1, mrr],
            withRange(ndcgAt5, ci.ndcgAt5),
          ]),
        ],
        3,
      ),
    ],
  }
}

function withRange(value: number | null, range: readonly [number, number] | null): Cell {
  if (value === null || range === null) return value
  return `${formatScore(value, 3)} (${formatScore(range[0], 2)} to ${formatScore(range[1], 2)})`
}

const shareCell = (share: number | null): Cell => (share === null ? null : formatPercent(share))
