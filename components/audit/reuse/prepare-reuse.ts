import type {
  EntryUtility,
  ReuseReport,
  ReuseShape,
  ReuseSide,
} from '../../../lib/memory/audit/reuse-audit.ts'
import { type CausalEstimate, ENOUGH_EPISODES } from '../../../lib/memory/audit/withholding.ts'
import { deriveReuse } from '../../../lib/memory/paper/derived.ts'
import { REUSE } from '../../../lib/memory/paper/figures.ts'
import { signedPp } from '../../../lib/memory/text/signed.ts'
import type { Cell } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'

export const DERIVED_REUSE_LABEL = 'paper, derived'

export interface LorenzLine {
  name: string
  isMain: boolean
  points: { x: number; y: number }[]
}

/** Cumulative share of uses, most used first; null of nothing. */
export function lorenzLine(name: string, { counts, uses }: ReuseShape, isMain: boolean): LorenzLine | null {
  if (uses === 0) return null
  let sum = 0
  const points = counts.map((one, i) => {
    sum += one.uses
    return { x: (i + 1) / counts.length, y: sum / uses }
  })
  return { name, isMain, points: [{ x: 0, y: 0 }, ...points] }
}

/** The one point of the paper's curve that its text prints, 100 of 797 entries carrying 33.8 %; the curve itself is not reported. */
export function paperPoints(): { x: number; y: number }[] {
  const { retrievedEntries, headEntries, headPercent } = REUSE
  if (retrievedEntries.value === null || headEntries.value === null || headPercent.value === null) return []
  return [{ x: headEntries.value / retrievedEntries.value, y: headPercent.value / 100 }]
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
    'paper, Claude 3.7, one run',
    deriveReuse()?.leastRetrievals ?? null,
    retrievedEntries.value,
    null,
    headEntries.value,
    headPercent.value,
    singleUsePercent.value,
    null,
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

export function utilityTable(
  utilities: readonly EntryUtility[],
  objectives: Record<string, string>,
): Cell[][] {
  return tableOf(utilities, {
    entry: ({ entryId }) => entryId,
    objective: ({ entryId }) => objectives[entryId],
    exposures: ({ n }) => n,
    utility: ({ shrunken }) => shrunken,
    '95 % low': ({ interval }) => interval?.low,
    '95 % high': ({ interval }) => interval?.high,
    q: ({ q }) => q,
    verdict: ({ verdict, n }) => (verdict === 'harmful' ? verdict : `${verdict}, n ${n}`),
  })
}

/** What memory causes, by episodes that were given nothing at random. */
export function effectWords(effect: CausalEstimate | null): string {
  if (effect === null)
    return 'Unknown: nothing was withheld at random, so whatever stands here is an association. Settings can give nothing to 5 to 10 % of episodes.'
  const { served, withheld, difference, mixed, otherShare, share } = effect
  const sides = `${served.resolved} of ${served.known} served and ${withheld.resolved} of ${withheld.known} withheld episodes were resolved`
  const left = mixed + otherShare
  const end = `${100 * share} % withheld at random${left === 0 ? '' : `; ${left} episodes left out, their share was changed`}`
  if (difference === null)
    return `Cannot tell yet: ${sides}; ${ENOUGH_EPISODES} with a known outcome are needed on each side (${end}).`
  const { low, high, pp } = difference
  const word = low > 0 ? 'Memory helps here' : high < 0 ? 'Memory hurts here' : 'Cannot tell'
  return `${word}: ${sides}, ${signedPp(pp)} points (95 % ${signedPp(low)} to ${signedPp(high)}; ${end}).`
}

export function effectTable({ served, withheld, difference }: CausalEstimate): Cell[][] {
  const sides = [
    { side: 'served', ...served, ...difference },
    { side: 'withheld', ...withheld, pp: null, low: null, high: null },
  ]
  return tableOf(sides, {
    side: ({ side }) => side,
    episodes: ({ episodes }) => episodes,
    'with an outcome': ({ known }) => known,
    resolved: ({ resolved }) => resolved,
    'resolved %': ({ known, resolved }) => (known === 0 ? null : (100 * resolved) / known),
    'difference pp': ({ pp }) => pp,
    '95 % low': ({ low }) => low,
    '95 % high': ({ high }) => high,
  })
}

/** First sentence: what carries the memory, harms it, lies idle. */
export function reuseVerdict({ replay, served, utilities }: ReuseReport): string {
  const { shape } = served.shape.uses > 0 ? served : replay.others
  if (shape.uses === 0)
    return 'Cannot tell yet: nothing was served, and no stored run has an earlier one to learn from.'
  const who = served.shape.uses > 0 ? 'Agents were given' : 'A replay of the stored runs would give'
  const harmful = utilities.filter(({ verdict }) => verdict === 'harmful').length
  const harm =
    utilities.length === 0
      ? `which of them harm is unknown, ${served.withOutcome > 0 ? 'fewer than three runs without memory stand beside their outcomes' : 'no outcome stands beside a use'}`
      : harmful === 0
        ? 'none stands out as harmful'
        : `${harmful} of them ${harmful === 1 ? 'stands' : 'stand'} out as harmful`
  const isPart = served.shape.uses === 0 && replay.isSample
  const gone = shape.gone === 0 ? '' : ` and ${shape.gone} that ${shape.gone === 1 ? 'is' : 'are'} gone`
  return `${who} ${shape.distinct - shape.gone} of ${shape.stored} entries${gone}, ${shape.never} never${isPart ? ' where only a part of them asked' : ''}; ${harm}.`
}
