import type { Source } from '../../../lib/memory/source.ts'
import { ENOUGH_EXPOSURES, FDR } from '../../../lib/memory/statistics/utility.ts'
import { REUSE } from '../../../lib/memory/studies/paper/figures.ts'
import type { EntryUtility, ReuseReport, ReuseShape, ReuseSide } from '../../../lib/memory/studies/reuse.ts'
import { type CausalEstimate, ENOUGH_EPISODES } from '../../../lib/memory/studies/withholding.ts'
import { signedPp } from '../../../lib/memory/text/words.ts'
import type { Cell, Curves, Rows, Series } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { plural } from '../../ui/format.ts'
import { note, type StudyPage, type StudySection, tablePart, words } from './study-page.ts'

/** Entries of a list or figure. */
const LISTED = 20

/** Which entries carry the memory, and which are never used? */
export function reusePage(report: ReuseReport, source: Source): StudyPage {
  const { replay, served } = report
  const shape = mainShape(report)
  return {
    verdict: reuseVerdict(report),
    sources: source === 'written' ? ['measured', source, 'paper'] : ['measured', 'paper'],
    basis: [
      `replay: ${plural(replay.asked, 'entry', 'entries')} asked at their place in the stream${replay.isSample ? ', evenly drawn' : ''}, ${replay.cold} found nothing`,
      `${plural(served.shape.uses, 'use')} by agents`,
      ...(shape.gone > 0 ? [`${plural(shape.gone, 'used entry', 'used entries')} deleted since`] : []),
    ],
    sections: [
      longTail(report),
      effect(report.effect),
      byGit(report),
      utility(report),
      {
        id: 'provenance',
        title: 'Where used entries came from',
        note: 'an entry may come from the same task (as in Algorithm 1), so the replay runs with and without it',
        parts: [tablePart('reuse-provenance', 'Uses by origin', relationTable(report))],
      },
      {
        id: 'most-used',
        title: 'Most used',
        note: served.shape.uses > 0 ? 'by agents' : 'in the replay, other tasks only',
        parts: [
          {
            kind: 'list',
            items: shape.counts.slice(0, LISTED).map(({ entryId, uses }) => ({
              ...{ key: entryId, entryId, text: report.objectives[entryId] ?? entryId },
              value: `${uses} ×`,
            })),
          },
        ],
      },
    ],
  }
}

/** What agents were given, and before they were given anything, what a replay would have given. */
function mainShape({ served, replay }: ReuseReport): ReuseShape {
  return (served.shape.uses > 0 ? served : replay.others).shape
}

export function reuseVerdict(report: ReuseReport): string {
  const { served, replay, utilities } = report
  const shape = mainShape(report)
  if (shape.uses === 0)
    return 'Cannot tell yet: nothing was served, and no stored episode has an earlier one.'
  const harmful = utilities.filter(({ verdict }) => verdict === 'harmful').length
  const harm =
    utilities.length > 0
      ? harmful === 0
        ? 'none looks harmful.'
        : `${harmful} ${harmful === 1 ? 'looks' : 'look'} harmful.`
      : 'harm unknown.'
  const used = `${shape.distinct - shape.gone} of ${shape.stored} entries`
  if (served.shape.uses > 0) return `Agents were given ${used}; ${harm}`
  return `In ${replay.isSample ? 'a sampled replay' : 'replay'} ${used} are used; ${harm}`
}

function longTail(report: ReuseReport): StudySection {
  const figure = lorenzFigure(report)
  return {
    id: 'long-tail',
    title: 'How uneven use is',
    note: 'share of all uses that the most used entries carry',
    parts: [
      ...(figure.series.length > 2 ? [{ kind: 'figure' as const, figure, digits: 2 }] : []),
      tablePart('reuse-shape', 'Shape of reuse', shapeTable(report)),
      note(
        'The paper’s uses are the fewest that its printed figures allow (derived). In the replay each stored description asks in its own category.',
      ),
    ],
  }
}

/** Cumulative share of uses, most used entries first; the diagonal is even use. */
export function lorenzFigure({ replay, served }: ReuseReport): Curves {
  const lines = [
    lorenzLine('served to agents', served.shape),
    lorenzLine('replay, other tasks only', replay.others.shape),
    lorenzLine('replay, own task too', replay.own.shape),
  ].flatMap((line, i, all): Series[] =>
    line === null
      ? []
      : [{ ...line, role: all.slice(0, i).every((one) => one === null) ? 'main' : 'other', dots: false }],
  )
  const { retrievedEntries, headEntries, headPercent } = REUSE
  const [retrieved, head, percent] = [retrievedEntries.value, headEntries.value, headPercent.value]
  const paper =
    retrieved === null || head === null || percent === null ? [] : [{ x: head / retrieved, y: percent / 100 }]
  return {
    kind: 'curves',
    name: 'reuse-long-tail',
    title: 'Share of uses carried by the most used entries',
    subtitle: `${plural(served.shape.uses, 'use')} by agents, ${plural(replay.others.shape.uses, 'use')} in the replay; of the paper’s curve only one point is reported`,
    x: { name: 'share of the entries used, most used first', unit: 'share', domain: [0, 1] },
    y: { name: 'share of uses', unit: 'share', domain: [0, 1] },
    series: [
      ...lines,
      { name: 'even use', role: 'reference', points: [0, 1].map((x) => ({ x, y: x })) },
      { name: 'paper, derived', role: 'other', line: 'none', points: paper },
    ],
  }
}

/** Null below two entries, as the Gini: one alone lies on the diagonal whatever use is like. */
function lorenzLine(name: string, { counts, uses }: ReuseShape): Pick<Series, 'name' | 'points'> | null {
  if (counts.length < 2) return null
  let sum = 0
  const points = counts.map((one, i) => {
    sum += one.uses
    return { x: (i + 1) / counts.length, y: sum / uses }
  })
  return { name, points: [{ x: 0, y: 0 }, ...points] }
}

/** The long tail beside the paper's: one row a source, unreported cells empty. */
export function shapeTable({ replay, served }: ReuseReport): Cell[][] {
  const percent = (share: number | null) => (share === null ? null : 100 * share)
  const measured = tableOf(
    [
      { source: 'replay, other tasks only', ...replay.others.shape },
      { source: 'replay, own task too', ...replay.own.shape },
      { source: 'served to agents', ...served.shape },
    ],
    {
      source: ({ source }) => source,
      uses: ({ uses }) => uses,
      'entries used': ({ distinct }) => distinct,
      'entries stored': ({ stored }) => stored,
      head: ({ headCount }) => headCount,
      'head carries %': ({ headShare }) => percent(headShare),
      'used once %': ({ singleUseShare }) => percent(singleUseShare),
      // biome-ignore lint/correctness/noComponentHookFactories: a column, no component.
      Gini: ({ gini }) => gini,
    },
  )
  const { retrievedEntries, headEntries, headPercent, singleUsePercent } = REUSE
  const paper: Cell[] = [
    ...['paper, Claude 3.7, one run', REUSE.retrievals.value, retrievedEntries.value, null],
    ...[headEntries.value, headPercent.value, singleUsePercent.value, null],
  ]
  return measured.toSpliced(1, 0, paper)
}

export function relationTable({ replay, served }: ReuseReport): Cell[][] {
  const share = ({ relations, shape }: ReuseSide, relation: string): Cell => {
    const count = relations.find((one) => one.relation === relation)?.uses ?? 0
    return shape.uses === 0 ? null : (100 * count) / shape.uses
  }
  return tableOf(replay.own.relations, {
    from: ({ relation }) => relation,
    'replay, own task too %': ({ relation }) => share(replay.own, relation),
    'replay, other tasks only %': ({ relation }) => share(replay.others, relation),
    'served to agents %': ({ relation }) => share(served, relation),
    'paper %': () => null,
  })
}

/** The causal estimate: what stands beside it is an association. */
function effect(estimate: CausalEstimate | null): StudySection {
  return {
    id: 'effect',
    title: 'Causal effect of memory',
    note: 'episodes held out at random, given nothing, against the others',
    parts: [
      words(effectWords(estimate)),
      ...(estimate
        ? [tablePart('reuse-effect', 'Outcomes of served and withheld episodes', effectTable(estimate))]
        : [{ kind: 'link' as const, text: 'Settings', path: '/settings' }]),
    ],
  }
}

/** What memory causes, by episodes that were given nothing at random. */
export function effectWords(estimate: CausalEstimate | null, verb = 'resolved'): string {
  if (estimate === null)
    return 'Unknown: no episode was held out. Settings can give nothing to 5 to 10 % of episodes, at random.'
  const { served, withheld, difference, mixed, otherShare, share } = estimate
  const sides = `${verb} ${served.resolved} of ${served.known} served and ${withheld.resolved} of ${withheld.known} withheld episodes`
  const left = mixed + otherShare
  const end = `${100 * share} % withheld at random${left === 0 ? '' : `; ${left} episodes left out, their share was changed`}`
  if (difference === null)
    return `Cannot tell yet: ${sides}; each side needs ${ENOUGH_EPISODES} known outcomes (${end}).`
  const { low, high, pp } = difference
  const word = low > 0 ? 'Memory helps here' : high < 0 ? 'Memory hurts here' : 'Cannot tell'
  return `${word}: ${sides}, ${signedPp(pp)} points (95 % ${signedPp(low)} to ${signedPp(high)}; ${end}).`
}

/** What git says, beside what was reported and never in one sum with it. */
function byGit({ git: { episodes, known, kept, effect: estimate } }: ReuseReport): StudySection {
  const said =
    episodes === 0
      ? 'Unknown: no episode of an agent got a lesson yet.'
      : known === 0
        ? `Unknown for ${plural(episodes, 'episode')} that got a lesson. On the page Agents, Outcomes from git reads what became of their changes.`
        : `Kept ${kept} of ${plural(known, 'episode')} that got a lesson and whose change was kept or reverted; ${episodes - known} unknown.${estimate ? ' Below every episode counts by its draw, given a lesson or not.' : ''}`
  return {
    id: 'git',
    title: 'What became of the change',
    note: 'source git, by content of the change; no reported outcome is in it',
    parts: [
      words(said),
      ...(estimate && known > 0
        ? [
            words(effectWords(estimate, 'kept')),
            tablePart(
              'reuse-git',
              'Fates of served and withheld episodes, by git',
              effectTable(estimate, 'kept'),
            ),
          ]
        : []),
    ],
  }
}

function effectTable({ served, withheld, difference }: CausalEstimate, verb = 'resolved'): Cell[][] {
  const sides = [
    { side: 'served', ...served, ...difference },
    { side: 'withheld', ...withheld, pp: null, low: null, high: null },
  ]
  return tableOf(sides, {
    side: ({ side }) => side,
    episodes: ({ episodes }) => episodes,
    'with an outcome': ({ known }) => known,
    [verb]: ({ resolved }) => resolved,
    [`${verb} %`]: ({ known, resolved }) => (known === 0 ? null : (100 * resolved) / known),
    'difference pp': ({ pp }) => pp,
    '95 % low': ({ low }) => low,
    '95 % high': ({ high }) => high,
  })
}

function utility({ utilities, served, objectives }: ReuseReport): StudySection {
  const pooled =
    served.vanillaSettings > 1 ? ` Runs of ${served.vanillaSettings} models or agents are pooled.` : ''
  const unknown = `Unknown: ${plural(served.shape.uses, 'use')} by agents, ${served.withOutcome} with an outcome, ${served.withExpectation} on an instance with three runs without memory. Needed: outcomes from agents, and imported runs without memory.`
  return {
    id: 'utility',
    title: 'Utility by entry',
    note: 'outcome less the outcome expected without memory, shrunk (prior: 4 neutral uses); worst first',
    parts: [
      utilities.length === 0
        ? words(unknown)
        : { kind: 'figure', figure: utilityFigure(utilities, objectives), digits: 2 },
      note(`An association, not a cause: an entry given out on hard tasks looks harmful.${pooled}`),
    ],
  }
}

function utilityFigure(utilities: readonly EntryUtility[], objectives: Record<string, string>): Rows {
  const within = (value: number | undefined) =>
    value === undefined ? null : Math.min(1, Math.max(-1, value))
  return {
    kind: 'rows',
    name: 'reuse-utility',
    title: 'Utility by entry, worst first',
    subtitle: `worst ${Math.min(LISTED, utilities.length)} of ${plural(utilities.length, 'entry', 'entries')}; red: harmful, from ${ENOUGH_EXPOSURES} exposures at a false discovery rate of ${FDR.toFixed(2)}; line: 95 % CI of the plain mean`,
    label: 'entry',
    x: { name: 'utility', unit: 'number', domain: [-1, 1] },
    rows: utilities.slice(0, LISTED).map(({ entryId, n, shrunken, interval, q, verdict }) => ({
      ...{
        name: objectives[entryId] ?? entryId,
        value: shrunken,
        role: verdict === 'harmful' ? 'danger' : 'other',
      },
      ...{ low: within(interval?.low), high: within(interval?.high), says: `n ${n}` },
      cells: { id: entryId, exposures: n, q, verdict },
    })),
  }
}
