import { wilsonInterval } from '../../../lib/memory/statistics/proportion.ts'
import {
  ENOUGH_WINNERS,
  type MinimumScoreReport,
  type VerdictReport,
  type WinnerScores,
} from '../../../lib/memory/studies/minimum-score.ts'
import type { Cell, Curves, Rows } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatCount, formatList, formatScore, plural } from '../../ui/format.ts'
import { note, type StudyPage, tablePart, words } from './study-page.ts'

/** Below which score should nothing be injected? Scores of winners from a relevant run and others, beside unrelated pairs. */
export function minimumScorePage(report: MinimumScoreReport): StudyPage {
  const known = report.categories.filter(
    ({ relevant, irrelevant }) => relevant.length + irrelevant.length > 0,
  )
  const verdict = minimumScoreVerdict(report.categories)
  if (known.length === 0)
    return {
      ...{ verdict, sources: [], basis: [] },
      sections: [
        {
          id: 'none',
          title: 'No labelled questions in this project',
          parts: [
            words(
              'Order a study of retrieval over questions with categories and judge its candidates blind: the grades become labels, and a minimum score can be read off. Until then nothing is held back.',
            ),
            { kind: 'link', text: 'Retrieval', path: '/audit/retrieval' },
          ],
        },
      ],
    }
  return {
    verdict,
    sources: [...new Set(report.labels.map(({ source }) => source))],
    basis: [
      ...report.labels.map(({ from, count }) => `${from}, ${plural(count, 'question')}`),
      report.embedder,
      ...suggestedWords(report.categories),
    ],
    seed: report.seed,
    sections: [
      {
        id: 'scores',
        title: 'Scores by category',
        parts: [
          { kind: 'figure', figure: scoresFigure(report, known), digits: 3 },
          tablePart('minimum-score-categories', 'Minimum score by category', categoryTable(known), 3),
          note(
            `A minimum is off by default, as in the paper; a project or a request sets it. One is suggested from ${ENOUGH_WINNERS} labelled winners on, where it does better than none. The shares are of the questions it was chosen on, so they flatter it.`,
          ),
        ],
      },
      ...(report.verdict ? [givingSection(report.verdict)] : []),
    ],
  }
}

const LEVELS = { fits: 'fits', weak: 'weak', 'nothing-fits': 'nothing fits' } as const

/** What the verdict's words are worth, and what is given up by giving fewer. */
function givingSection(verdict: VerdictReport): StudyPage['sections'][number] {
  const { n, helped, levels, source } = verdict
  const interval = (of: { n: number; helped: number }) =>
    of.n === 0 ? { low: null, high: null } : wilsonInterval(of.helped, of.n)
  return {
    id: 'giving',
    title: 'When to give a lesson',
    parts: [
      { kind: 'figure', figure: curveFigure(verdict), digits: 2 },
      tablePart(
        'verdict-levels',
        'How often the lessons of each level helped',
        [
          ['level', 'n', 'helped', 'share', 'low', 'high'],
          ...Object.entries(levels).map(([level, one]): Cell[] => {
            const { low, high } = interval(one)
            const share = one.n === 0 ? null : one.helped / one.n
            return [LEVELS[level as keyof typeof LEVELS], one.n, one.helped, share, low, high]
          }),
        ],
        2,
      ),
      note(
        `${formatCount(helped)} of ${formatCount(n)} lessons found first helped, ${source === 'sample' ? 'by graded lessons of the sample' : 'as judged here'}. Each is judged by a fit that had seen neither its question nor its run. Agents are sent what fits. From 60 judgements of its own on, a project is judged by those.`,
      ),
    ],
  }
}

/** The surest lessons first: how many help, the more of them are given. */
function curveFigure({ curve, n }: VerdictReport): Curves {
  return {
    kind: 'curves',
    name: 'verdict-curve',
    title: 'Of the lessons given, how many help, by the share that is given',
    subtitle: `n = ${formatCount(n)} first lessons, surest first; band: 95 %`,
    x: { name: 'share given', unit: 'share', domain: [0, 1] },
    y: { name: 'share that helps', unit: 'share', domain: [0, 1] },
    series: [
      {
        name: 'lessons given',
        role: 'main',
        dots: false,
        points: curve.map(({ share, precision, from }) => {
          const given = Math.round(share * n)
          const { low, high } = wilsonInterval(Math.round(precision * given), given)
          return { x: share, y: precision, low, high, cells: { 'from probability': from } }
        }),
      },
    ],
  }
}

/** The news first: how many injections came from a run labelled relevant. A minimum is named only where enough winners pass it to speak for it. */
export function minimumScoreVerdict(categories: readonly WinnerScores[]): string {
  const relevantCount = categories.reduce((sum, { relevant }) => sum + relevant.length, 0)
  const all = categories.reduce((sum, one) => sum + one.relevant.length + one.irrelevant.length, 0)
  if (all === 0) return 'Cannot tell: no question with a category has a label yet.'
  const news = `${formatCount(relevantCount)} of ${formatCount(all)} injections came from a relevant run.`
  if (suggestedWords(categories).length > 0) return news
  const isThin = categories.some(({ suggested }) => suggested !== null)
  return `${news} ${isThin ? 'Too few labels for a minimum score.' : 'No minimum score does better than none.'}`
}

/** The minimums that enough winners speak for; none = empty. */
export function suggestedWords(categories: readonly WinnerScores[]): string[] {
  const sound = categories.flatMap(({ category, suggested, ...scores }) =>
    suggested === null || passing(scores, suggested).injected < ENOUGH_WINNERS
      ? []
      : [`${category} ${formatScore(suggested, 3)}`],
  )
  return sound.length === 0 ? [] : [`suggested minimum: ${formatList(sound)}`]
}

/** What a minimum lets through, and how much of it is from a relevant run. */
function passing({ relevant, irrelevant }: Pick<WinnerScores, 'relevant' | 'irrelevant'>, least: number) {
  const relevantCount = relevant.filter((score) => score >= least).length
  return { relevantCount, injected: relevantCount + irrelevant.filter((score) => score >= least).length }
}

/** Winners of each kind, each a dot beside their mean, over the range of unrelated pairs. */
function scoresFigure({ unrelated }: MinimumScoreReport, known: readonly WinnerScores[]): Rows {
  const { binFrom, binWidth, counts } = unrelated
  const middles = counts.flatMap((count, i) =>
    Array.from({ length: count }, () => binFrom + (i + 0.5) * binWidth),
  )
  const at = (share: number) => middles[Math.floor(share * (middles.length - 1))] ?? null
  const mean = (scores: readonly number[]) =>
    scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
  return {
    kind: 'rows',
    name: 'minimum-score',
    title: 'Scores of the winners of labelled questions, by category',
    subtitle: 'dots: winners beside their mean; unrelated pairs: median and the middle 95 %',
    label: 'winners',
    x: { name: 'score', unit: 'number', domain: [-0.2, 1] },
    rows: known.flatMap(({ category, relevant, irrelevant, suggested }) => [
      ...(
        [
          ['from a relevant run', relevant, 'main'],
          ['from another run', irrelevant, 'other'],
        ] as const
      ).map(([name, scores, role]) => ({
        ...{ group: category, name, role, value: mean(scores), draws: scores, cells: { n: scores.length } },
      })),
      {
        ...{ group: category, name: 'unrelated pairs', role: 'other' as const },
        ...{ value: at(0.5), low: at(0.025), high: at(0.975) },
      },
      ...(suggested === null
        ? []
        : [
            {
              ...{ group: category, name: 'suggested minimum', role: 'main' as const },
              ...{ value: suggested, isPrimary: true },
            },
          ]),
    ]),
  }
}

function categoryTable(known: readonly WinnerScores[]): Cell[][] {
  const of = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  const passed = ({ suggested, ...scores }: WinnerScores) =>
    suggested === null ? null : passing(scores, suggested)
  return tableOf(known, {
    category: ({ category }) => category,
    'labelled winners': ({ relevant, irrelevant }) => relevant.length + irrelevant.length,
    'from a relevant run': ({ relevant }) => relevant.length,
    'suggested minimum': ({ suggested }) => suggested,
    'injected above it': (one) => passed(one)?.injected,
    'of these from a relevant run, share': (one) => {
      const through = passed(one)
      return through && of(through.relevantCount, through.injected)
    },
    'without a minimum, share': ({ relevant, irrelevant }) =>
      of(relevant.length, relevant.length + irrelevant.length),
  })
}
