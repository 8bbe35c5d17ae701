import {
  ENOUGH_WINNERS,
  type MinimumScoreReport,
  type WinnerScores,
} from '../../../lib/memory/studies/minimum-score.ts'
import type { Cell, Rows } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatCount, formatList, formatScore, plural } from '../../ui/format.ts'
import type { StudyPage } from './study-page.ts'

/** Below which score should nothing be injected? Scores of winners that would have helped and would not, beside unrelated pairs. */
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
            {
              kind: 'words',
              text: 'Order a study of retrieval over questions with categories and judge its candidates blind: the grades become labels, and a minimum score can be read off. Until then nothing is held back.',
            },
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
    ],
    sections: [
      {
        id: 'scores',
        title: 'Scores by category',
        parts: [
          { kind: 'figure', figure: scoresFigure(report, known), digits: 3 },
          {
            kind: 'table',
            name: 'minimum-score-categories',
            title: 'Minimum score by category',
            table: categoryTable(known),
            digits: 3,
          },
          {
            kind: 'words',
            isNote: true,
            text: `A minimum is off by default, as in the paper; a project or a request sets it. One is suggested from ${ENOUGH_WINNERS} labelled winners on, where it does better than none. The shares are of the questions it was chosen on, so they flatter it.`,
          },
        ],
      },
    ],
  }
}

/** The news first: how many injections would have helped. A minimum is named only where enough winners pass it to speak for it. */
export function minimumScoreVerdict(categories: readonly WinnerScores[]): string {
  const helped = categories.reduce((sum, { relevant }) => sum + relevant.length, 0)
  const all = categories.reduce((sum, one) => sum + one.relevant.length + one.irrelevant.length, 0)
  if (all === 0) return 'Cannot tell: no question with a category has a label yet.'
  const news = `${formatCount(helped)} of ${formatCount(all)} injections would have helped.`
  const sound = categories.flatMap(({ category, suggested, ...scores }) => {
    if (suggested === null || passing(scores, suggested).injected < ENOUGH_WINNERS) return []
    return [`${category} ${formatScore(suggested, 3)}`]
  })
  if (sound.length > 0) return `${news} Suggested minimum: ${formatList(sound)}.`
  const isThin = categories.some(({ suggested }) => suggested !== null)
  return `${news} ${isThin ? 'Too few labels for a minimum score.' : 'No minimum score does better than none.'}`
}

/** What a minimum lets through, and how much of it would have helped. */
function passing({ relevant, irrelevant }: Pick<WinnerScores, 'relevant' | 'irrelevant'>, least: number) {
  const helped = relevant.filter((score) => score >= least).length
  return { helped, injected: helped + irrelevant.filter((score) => score >= least).length }
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
          ['would have helped', relevant, 'main'],
          ['would not have helped', irrelevant, 'other'],
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
    'would have helped': ({ relevant }) => relevant.length,
    'suggested minimum': ({ suggested }) => suggested,
    'injected above it': (one) => passed(one)?.injected,
    'of these would have helped, share': (one) => {
      const through = passed(one)
      return through && of(through.helped, through.injected)
    },
    'without a minimum, share': ({ relevant, irrelevant }) =>
      of(relevant.length, relevant.length + irrelevant.length),
  })
}
