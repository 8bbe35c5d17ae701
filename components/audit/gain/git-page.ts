import type { GitGain } from '../../../lib/memory/studies/git-gain.ts'
import type { Rows } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatCount, plural } from '../../ui/format.ts'
import { effectWords } from '../studies/reuse.ts'
import { note, type StudyPage, tablePart, words } from '../studies/study-page.ts'

/** Gain by what git says of sessions that were served: an outcome of its own, in no figure with a benchmark's. */
export function gitPage(report: GitGain): StudyPage {
  const { served, withheld, effect, rungs } = report
  const episodes = served.episodes + withheld.episodes
  const known = served.known + withheld.known
  const figure = gainFigure(rungs)
  return {
    verdict: verdictOf(report),
    sources: known > 0 ? ['imported'] : [],
    basis: [
      'source git: a change that was kept or reverted, by content',
      `${plural(known, 'known episode')} of ${formatCount(episodes)}; the others stay unknown`,
    ],
    sections: [
      {
        id: 'git',
        title: 'Kept changes by density',
        note: 'density: entries of the category when an episode first asked',
        parts: [
          ...(figure.rows.length > 0 ? [{ kind: 'figure' as const, figure, digits: 1 }] : []),
          ...(rungs.length > 0
            ? [tablePart('git-gain', 'Kept changes by density', tableOfRungs(rungs), 1)]
            : []),
          words(effectWords(effect, 'kept')),
          note('Whether a kept change was right, git does not know. Verdicts of benchmarks are not in it.'),
        ],
      },
    ],
  }
}

function verdictOf({ served, withheld, effect }: GitGain): string {
  if (served.episodes + withheld.episodes === 0) return 'Unknown: no agent was served in this project.'
  if (served.known + withheld.known === 0) return 'Unknown: git was not asked, or knows no fate.'
  const difference = effect?.difference
  if (!difference) return 'Git’s outcomes cannot tell a gain here yet.'
  if (difference.low > 0) return `With memory ${difference.pp.toFixed(1)} points more changes were kept.`
  if (difference.high < 0) return `With memory ${(-difference.pp).toFixed(1)} points fewer changes were kept.`
  return 'Git’s outcomes show no clear gain: 95 % CI includes 0.'
}

const nameOf = ({ from, upto }: GitGain['rungs'][number]) =>
  upto === null
    ? `${formatCount(from)} and more`
    : upto - from === 1
      ? `${from}`
      : `${formatCount(from)} to ${formatCount(upto - 1)}`

function tableOfRungs(rungs: GitGain['rungs']) {
  const share = (kept: number, known: number) => (known === 0 ? null : (100 * kept) / known)
  return tableOf(rungs, {
    density: nameOf,
    served: ({ served }) => served.episodes,
    'served, known': ({ served }) => served.known,
    'served, kept %': ({ served }) => share(served.kept, served.known),
    withheld: ({ withheld }) => withheld.episodes,
    'withheld, known': ({ withheld }) => withheld.known,
    'withheld, kept %': ({ withheld }) => share(withheld.kept, withheld.known),
    'gain pp': ({ effect }) => effect?.difference?.pp ?? null,
    '95 % low': ({ effect }) => effect?.difference?.low ?? null,
    '95 % high': ({ effect }) => effect?.difference?.high ?? null,
  })
}

/** Rungs of which a gain can be told; the others stand in the table alone. */
function gainFigure(rungs: GitGain['rungs']): Rows {
  return {
    kind: 'rows',
    name: 'git-gain',
    title: 'Gain in kept changes by density',
    subtitle: 'kept, served less withheld; line: 95 % CI; source git',
    label: 'density',
    x: { name: 'gain, percentage points', unit: 'points', centred: true },
    rows: rungs.flatMap((rung) => {
      const { effect } = rung
      if (!effect?.difference) return []
      const { pp, low, high } = effect.difference
      const says = `n ${effect.served.known} and ${effect.withheld.known}`
      return [{ name: nameOf(rung), value: pp, low, high, says, role: 'other' as const, cells: {} }]
    }),
  }
}
