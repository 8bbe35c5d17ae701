import { ENOUGH_LABELS } from '../../../lib/memory/labelling.ts'
import { INTERVAL_SEED } from '../../../lib/memory/statistics.ts'
import {
  FILTER_REASON,
  type FilterReport,
  filterSentence,
} from '../../../lib/memory/studies/category-filter.ts'
import type {
  CategoryLabels,
  CategoryRow,
  FilterWay,
  MispredictionReport,
} from '../../../lib/memory/studies/misprediction.ts'
import type { Cell, Curves, Rows } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatPercent, formatScore } from '../../ui/format.ts'
import { type ListItem, note, type StudyPage, type StudySection, tablePart, words } from './study-page.ts'

export interface Misprediction {
  labels: CategoryLabels
  report: MispredictionReport
  rows: readonly CategoryRow[]
  predictor: string
  /** Graded lessons with the filter and without; null where none are graded. */
  filter: FilterReport | null
}

/** How often is the category wrong, and what does it cost? */
export function mispredictionPage(study: Misprediction): StudyPage {
  const { labels, report, rows, predictor, filter } = study
  const isAnswerable = report.answerable > 0
  return {
    verdict: mispredictionVerdict(report, labels),
    sources: labels.kind === 'written' ? ['measured', 'written'] : ['measured'],
    basis: basisOf(report, labels),
    seed: isAnswerable || filter ? INTERVAL_SEED : null,
    sections: [
      ...(filter ? [filterSection(filter, report)] : []),
      matrixSection(report, labels, predictor),
      ...(isAnswerable ? [stressSection(report), waysSection(report)] : []),
      ...(report.purity.length > 0 ? [puritySection(report, labels)] : []),
      calibrationSection(report),
      {
        id: 'mistakes',
        title: isAnswerable ? 'Costliest mistakes' : 'Mistakes',
        note: isAnswerable ? 'reciprocal rank lost' : '',
        parts: [{ kind: 'list', items: mistakesOf(rows) }],
      },
    ],
  }
}

/** Against rules, and against labels of our own writing, there is only agreement. */
function shareWord({ kind }: CategoryLabels): 'accuracy' | 'agreement' {
  return kind === 'persons' || kind === 'declared' ? 'accuracy' : 'agreement'
}

export function mispredictionVerdict(report: MispredictionReport, { kind }: CategoryLabels): string {
  const { n, agreeing } = report
  if (n === 0) return 'No labelled question yet.'
  if (kind === 'rules')
    return `At the start, rules name the final category in ${formatPercent(agreeing / n)} of ${n} subtasks.`
  const lost = wayOf(report, 'given')?.overPredicted
  return `The category is wrong in ${n - agreeing} of ${n} questions${lost ? `: MRR ${formatScore(-lost.difference, 3)}` : ''}.`
}

const wayOf = ({ ways }: MispredictionReport, name: FilterWay['way']) => ways.find(({ way }) => way === name)

function basisOf(report: MispredictionReport, labels: CategoryLabels): string[] {
  const { n, agreeing, interval, answerable } = report
  const lost = wayOf(report, 'given')?.overPredicted
  const range = interval && `, 95 % CI ${formatPercent(interval.low)} to ${formatPercent(interval.high)}`
  return [
    ...(n > 0 ? [`${shareWord(labels)} ${formatPercent(agreeing / n)}${range ?? ''}`] : []),
    labelWords(labels),
    ...(labels.stored
      ? [`rules that saw the steps agree in ${labels.stored.agreeing} of ${labels.stored.n}`]
      : []),
    ...(lost
      ? [
          `MRR lost: 95 % CI ${formatScore(lost.low, 3)} to ${formatScore(lost.high, 3)}, ${answerable} answerable questions`,
        ]
      : []),
  ]
}

function labelWords({ kind, byPersons, others }: CategoryLabels): string {
  const without = others > 0 ? `; ${others} labelled as none of the four are left out` : ''
  if (kind === 'written') return 'labels by the sample’s second author'
  if (kind === 'persons') return `${byPersons} labelled by persons, blind${without}`
  if (kind === 'declared') return `labels declared by agents${without}`
  return `label ${ENOUGH_LABELS} stages to measure accuracy`
}

function filterSection(filter: FilterReport, report: MispredictionReport): StudySection {
  return {
    id: 'filter',
    title: 'What the category filter is worth',
    note: `first lesson of each strategy; ${filter.gradeCount} lessons graded by ${filter.readers.join(', ')}`,
    parts: [
      words(filterSentence(filter)),
      words(predictedWords(report)),
      { kind: 'figure', figure: filterFigure(filter), digits: 3 },
      tablePart('misprediction-filter', 'First lessons by strategy', filterTable(filter), 3),
      note(FILTER_REASON),
    ],
  }
}

export function predictedWords(report: MispredictionReport): string {
  const { n, answerable, observedWrong } = report
  if (observedWrong === null) return 'With predicted categories: unknown.'
  const lost = wayOf(report, 'given')?.overPredicted
  const cost = lost
    ? ` By MRR, ${answerable} answerable questions, its mistakes cost ${formatScore(lost.difference, 3)} (${formatScore(lost.low, 3)} to ${formatScore(lost.high, 3)}).`
    : ''
  return `With predicted categories ${formatPercent(observedWrong)} of ${n} are wrong; how often the first lesson then helps is not measured.${cost}`
}

/** Differences of the strategies to the filter, by both measures on one axis. */
function filterFigure({ paired, pairedMrr, rows }: FilterReport): Rows {
  return {
    kind: 'rows',
    name: 'misprediction-filter-difference',
    title:
      'Category filter against other strategies: share of first lessons that help, and mean reciprocal rank',
    subtitle: `n ${rows[0]?.n ?? 0} questions, true category; right of 0: the filter is better; line: 95 % CI`,
    label: 'measure',
    x: { name: 'difference', unit: 'number', centred: true },
    rows: paired.flatMap((helps) => {
      const mrr = pairedMrr.find(({ b }) => b === helps.b)
      const group = `${helps.a} less ${helps.b}`
      return [
        {
          group,
          name: 'helps',
          value: helps.difference,
          low: helps.low,
          high: helps.high,
          role: 'main' as const,
        },
        ...(mrr
          ? [
              {
                group,
                name: 'MRR',
                value: mrr.difference,
                low: mrr.low,
                high: mrr.high,
                role: 'other' as const,
              },
            ]
          : []),
      ]
    }),
  }
}

/** Each strategy's first lesson: what it is worth, and what labels by run see. */
function filterTable({ rows }: FilterReport): Cell[][] {
  return tableOf(rows, {
    strategy: ({ strategy }) => strategy,
    questions: ({ n }) => n,
    helps: ({ helps }) => helps,
    '95 % low': ({ ci }) => ci?.[0],
    '95 % high': ({ ci }) => ci?.[1],
    'misleads, of the graded': ({ misleads }) => misleads,
    'nothing found': ({ empty }) => empty,
    'not graded': ({ ungraded }) => ungraded,
    answerable: ({ answerable }) => answerable,
    // biome-ignore lint/correctness/noComponentHookFactories: a column, no component.
    MRR: ({ mrr }) => mrr,
  })
}

function matrixSection(report: MispredictionReport, labels: CategoryLabels, predictor: string): StudySection {
  const { matrix, scores, answerable } = report
  const lost = answerable > 0 ? '; below the count: MRR lost' : ''
  return {
    id: 'matrix',
    title: 'Labelled against predicted category',
    note: `rows: ${labels.kind === 'rules' ? 'rules that saw the steps' : 'label'}; columns: predicted at the start by ${predictor}${lost}`,
    parts: [
      {
        ...{ kind: 'matrix', name: 'misprediction-matrix', title: 'Labelled against predicted categories' },
        ...{ table: matrixTable(report), cells: matrix },
      },
      tablePart(
        'misprediction-scores',
        'Precision and recall by category',
        tableOf(scores, {
          category: ({ category }) => category,
          labelled: ({ labelled }) => labelled,
          predicted: ({ predicted }) => predicted,
          precision: ({ precision }) => precision,
          recall: ({ recall }) => recall,
        }),
        2,
      ),
    ],
  }
}

export function matrixTable({ matrix }: MispredictionReport): Cell[][] {
  return tableOf(matrix, {
    labelled: ({ label }) => label,
    predicted: ({ predicted }) => predicted,
    questions: ({ count }) => count,
    answerable: ({ answerable }) => answerable,
    'MRR lost': ({ lost }) => lost,
  })
}

function stressSection(report: MispredictionReport): StudySection {
  return {
    id: 'stress',
    title: 'If more categories were wrong',
    parts: [{ kind: 'figure', figure: stressFigure(report), digits: 3 }, ...stressWords(report)],
  }
}

/** Mean reciprocal rank against the share of wrong categories: hard filter, soft prior, and no filter. */
export function stressFigure(report: MispredictionReport): Curves {
  const { stress, answerable, observedWrong } = report
  const level = wayOf(report, 'global')?.mrr ?? null
  const points = (key: 'hard' | 'soft') =>
    stress.map(({ wrong, [key]: value }) => ({ x: wrong, y: value, cells: { answerable } }))
  return {
    kind: 'curves',
    name: 'misprediction-stress',
    title: 'Mean reciprocal rank by share of wrong categories',
    subtitle: `n ${answerable} answerable questions; mistakes are distributed as the predictor’s; the soft prior knows the share`,
    x: { name: 'share of wrong categories', unit: 'share', domain: [0, 1] },
    y: { name: 'MRR', unit: 'number' },
    series: [
      { name: 'hard filter', role: 'main', points: points('hard') },
      { name: 'soft prior', role: 'other', points: points('soft') },
    ],
    references: [
      ...(level === null ? [] : [{ axis: 'y' as const, value: level, name: 'no filter' }]),
      ...(observedWrong === null
        ? []
        : [{ axis: 'x' as const, value: observedWrong, name: `predictor: ${formatPercent(observedWrong)}` }]),
    ],
  }
}

/** Where the curve crosses no filter is not said: with so few questions its interval holds nearly every share. */
function stressWords(report: MispredictionReport): StudySection['parts'] {
  const [given, global] = [wayOf(report, 'given')?.mrr ?? null, wayOf(report, 'global')?.mrr ?? null]
  if (given === null || global === null || given > global) return []
  const text = `By MRR the hard filter is not above no filter even with every category right (${given.toFixed(3)} against ${global.toFixed(3)}): an entry of the wrong stage of the right instance counts as a hit.`
  return [note(text)]
}

const WAYS: Record<FilterWay['way'], string> = {
  given: 'hard, true category',
  predicted: 'hard, predicted category',
  soft: 'soft prior of the predictor',
  global: 'no filter',
}

function waysSection(report: MispredictionReport): StudySection {
  return {
    id: 'ways',
    title: 'Hard filter, soft prior, none',
    note: 'same questions; differences paired, by instance. With the true category a wrong stage is impossible by definition: look at the predicted row',
    parts: [tablePart('misprediction-ways', 'MRR by filter', waysTable(report), 3)],
  }
}

export function waysTable({ ways, answerable }: MispredictionReport): Cell[][] {
  return tableOf(ways, {
    filter: ({ way }) => WAYS[way],
    answerable: () => answerable,
    // biome-ignore lint/correctness/noComponentHookFactories: a column, no component.
    MRR: ({ mrr }) => mrr,
    'less predicted': ({ overPredicted }) => overPredicted?.difference,
    '95 % low': ({ overPredicted }) => overPredicted?.low,
    '95 % high': ({ overPredicted }) => overPredicted?.high,
  })
}

function puritySection(report: MispredictionReport, labels: CategoryLabels): StudySection {
  return {
    id: 'purity',
    title: 'Pure and mixed subtasks',
    note: `${shareWord(labels)} where all steps carry one label (by the rules, a step at a time), and where they mix`,
    parts: [tablePart('misprediction-purity', 'By purity', purityTable(report), 3)],
  }
}

export function purityTable({ purity }: MispredictionReport): Cell[][] {
  return tableOf(purity, {
    subtasks: ({ kind }) => ({ pure: 'steps of one label', mixed: 'steps of several labels' })[kind],
    n: ({ n }) => n,
    agreeing: ({ agreeing }) => agreeing,
    'share %': ({ n, agreeing }) => (n === 0 ? null : (100 * agreeing) / n),
    '95 % low': ({ interval }) => interval && 100 * interval.low,
    '95 % high': ({ interval }) => interval && 100 * interval.high,
    answerable: ({ answerable }) => answerable,
    'MRR lost': ({ lost }) => lost,
  })
}

function calibrationSection({ calibration: { bins, ece, n } }: MispredictionReport): StudySection {
  const points = bins.flatMap(({ from, to, n: questions, confidence, correct }) =>
    confidence === null ? [] : [{ x: confidence, y: correct, cells: { from, to, questions } }],
  )
  const figure: Curves = {
    kind: 'curves',
    name: 'misprediction-calibration',
    title: 'How often the predicted category is the labelled one, by the predictor’s confidence',
    subtitle: `n ${n}, by tenths of confidence; expected calibration error ${ece === null ? 'unknown' : formatScore(ece, 3)}`,
    x: { name: 'confidence', unit: 'share', domain: [0, 1] },
    y: { name: 'agreement', unit: 'share', domain: [0, 1] },
    series: [
      { name: 'predictor', role: 'main', line: 'none', points },
      { name: 'calibrated', role: 'reference', points: [0, 1].map((x) => ({ x, y: x })) },
    ],
  }
  return {
    id: 'calibration',
    title: 'Is its confidence right?',
    parts: [{ kind: 'figure', figure, digits: 2 }],
  }
}

/** Questions whose category was another than the labelled one, the costliest first. */
function mistakesOf(rows: readonly CategoryRow[]): ListItem[] {
  const costOf = ({ byCategory, label, predicted }: CategoryRow) =>
    byCategory === null ? null : byCategory[label] - byCategory[predicted]
  return rows
    .filter(({ label, predicted }) => label !== predicted)
    .map((row) => ({ row, cost: costOf(row) }))
    .sort((a, b) => (b.cost ?? -2) - (a.cost ?? -2))
    .map(({ row, cost }, i) => ({
      ...{ key: `${i}`, text: row.text, category: row.label, beside: `predicted ${row.predicted}` },
      value: cost === null ? null : formatScore(cost, 3),
    }))
}
