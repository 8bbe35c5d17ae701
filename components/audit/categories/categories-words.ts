import type {
  CategoriesAudit,
  CategoryLabels,
  DrawerWay,
} from '../../../lib/memory/audit/categories-audit.ts'
import { ENOUGH_LABELS } from '../../../lib/memory/labelling.ts'
import type { Cell } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatPercent, formatScore } from '../../ui/format.ts'

export const DRAWER_WAYS: Record<DrawerWay['way'], string> = {
  given: 'hard, category given',
  predicted: 'hard, category predicted',
  soft: 'soft prior of the predictor',
  global: 'no filter',
}

const wayOf = ({ ways }: CategoriesAudit, name: DrawerWay['way']) => ways.find(({ way }) => way === name)

/** Against rules, and against labels of our own writing, there is only agreement. */
export function shareWord({ kind }: CategoryLabels): 'accuracy' | 'agreement' {
  return kind === 'persons' || kind === 'declared' ? 'accuracy' : 'agreement'
}

/** Whose labels they are, and what they leave out. */
export function labelWords({ kind, byPersons, others }: CategoryLabels): string {
  const without = others > 0 ? `; ${others} labelled none of the four are left out` : ''
  if (kind === 'written') return 'labels of the sample’s second writer; a real stream has other ones'
  if (kind === 'persons') return `${byPersons} of them labelled by persons, blind${without}`
  if (kind === 'declared') return `as agents declared them${without}`
  return `accuracy unknown: label ${ENOUGH_LABELS} below to know it`
}

export function categoriesVerdict(report: CategoriesAudit, labels: CategoryLabels): string {
  if (report.n === 0) return 'Nothing to hold the rules against yet.'
  const share = formatPercent(report.agreeing / report.n)
  if (labels.kind === 'rules')
    return `The rules agree with themselves in ${share} of ${report.n} subtasks, asked at the start and with the steps seen; how often they are right is unknown.`
  const lost = wayOf(report, 'given')?.overPredicted
  return `In ${report.n - report.agreeing} of ${report.n} questions the rules open another drawer than the label names${lost ? `; that costs ${formatScore(lost.difference, 3)} of mean reciprocal rank` : ''}.`
}

/** From which share of wrong categories on the hard filter is no better than none. */
export function stressWords(report: CategoriesAudit): string {
  const { worthless, observedWrong } = report
  const [given, global] = [wayOf(report, 'given'), wayOf(report, 'global')]
  if (worthless === null || observedWrong === null)
    return 'The hard filter stays better than no filter all the way.'
  if (worthless === 0)
    return `Even with every category right the hard filter ranks below no filter here (${given?.mrr?.toFixed(3)} against ${global?.mrr?.toFixed(3)}). These labels name instances, and an entry of the wrong stage of a right instance counts as a hit: what the filter is for, the right stage, this measure cannot see.`
  return `The hard filter is no better than none once about ${formatPercent(worthless)} of the categories are wrong; the predictor has ${formatPercent(observedWrong)} wrong here.`
}

/** What is known of the filter with the predictor in use, beside what it is worth with the true category. */
export function predictedWallWords(report: CategoriesAudit): string {
  const { n, answerable, observedWrong, worthless } = report
  if (observedWrong === null) return 'What the predictor in use leaves of it is unknown.'
  const lost = wayOf(report, 'given')?.overPredicted
  const cost = lost
    ? ` By mean reciprocal rank over runs, ${answerable} answerable questions, its mistakes cost ${formatScore(lost.difference, 3)} (${formatScore(lost.low, 3)} to ${formatScore(lost.high, 3)})${worthlessWords(worthless)}.`
    : ''
  return `The predictor in use names another category in ${formatPercent(observedWrong)} of ${n} questions; in how many its first lesson helps is not measured.${cost}`
}

function worthlessWords(worthless: number | null): string {
  if (worthless === null) return ''
  if (worthless === 0) return ', and the filter ranks below none even with every category right'
  return `, and the filter is no better than none once about ${formatPercent(worthless)} of the categories are wrong`
}

export function waysTable({ ways, answerable }: CategoriesAudit): Cell[][] {
  return tableOf(ways, {
    way: ({ way }) => DRAWER_WAYS[way],
    answerable: () => answerable,
    // biome-ignore lint/correctness/noComponentHookFactories: a column, no component.
    MRR: ({ mrr }) => mrr,
    'less predicted': ({ overPredicted }) => overPredicted?.difference,
    '95 % low': ({ overPredicted }) => overPredicted?.low,
    '95 % high': ({ overPredicted }) => overPredicted?.high,
  })
}

export function purityTable({ purity }: CategoriesAudit): Cell[][] {
  return tableOf(purity, {
    subtasks: ({ kind }) => PURITY_WORDS[kind],
    n: ({ n }) => n,
    agreeing: ({ agreeing }) => agreeing,
    'share %': ({ n, agreeing }) => (n === 0 ? null : (100 * agreeing) / n),
    '95 % low': ({ interval }) => interval && 100 * interval.low,
    '95 % high': ({ interval }) => interval && 100 * interval.high,
    answerable: ({ answerable }) => answerable,
    'mean reciprocal rank lost': ({ lost }) => lost,
  })
}

export const PURITY_WORDS = { pure: 'steps of one label', mixed: 'steps of several labels' } as const

export function matrixTable({ matrix }: CategoriesAudit): Cell[][] {
  return tableOf(matrix, {
    labelled: ({ label }) => label,
    predicted: ({ predicted }) => predicted,
    questions: ({ count }) => count,
    answerable: ({ answerable }) => answerable,
    'mean reciprocal rank lost': ({ lost }) => lost,
  })
}

export function stressTable({ stress, answerable }: CategoriesAudit): Cell[][] {
  return tableOf(stress, {
    wrong: ({ wrong }) => wrong,
    answerable: () => answerable,
    hard: ({ hard }) => hard,
    soft: ({ soft }) => soft,
  })
}

export function calibrationTable({ calibration }: CategoriesAudit): Cell[][] {
  return tableOf(calibration.bins, {
    from: ({ from }) => from,
    to: ({ to }) => to,
    questions: ({ n }) => n,
    said: ({ confidence }) => confidence,
    agreed: ({ correct }) => correct,
  })
}
