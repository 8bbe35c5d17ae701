import type {
  EntryUtility,
  ReuseReport,
  ReuseShape,
  ReuseSide,
} from '../../../lib/memory/audit/reuse-audit.ts'
import {
  type AssignedSide,
  type CausalEstimate,
  ENOUGH_EPISODES,
} from '../../../lib/memory/audit/withholding.ts'
import { deriveReuse } from '../../../lib/memory/paper/derived.ts'
import { REUSE } from '../../../lib/memory/paper/figures.ts'
import { signedPp } from '../../../lib/memory/text/signed.ts'
import type { Cell } from '../../charts/cell.ts'

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
  const derived = deriveReuse()
  const percent = (share: number | null) => (share === null ? null : 100 * share)
  const row = (name: string, { shape }: ReuseSide): Cell[] => [
    name,
    shape.uses,
    shape.distinct,
    shape.stored,
    shape.headCount,
    percent(shape.headShare),
    percent(shape.singleUseShare),
    shape.gini,
  ]
  return [
    ['source', 'uses', 'entries used', 'entries stored', 'head', 'head carries %', 'used once %', 'Gini'],
    [
      'paper, Claude 3.7, one run',
      derived ? derived.leastRetrievals : null,
      REUSE.retrievedEntries.value,
      null,
      REUSE.headEntries.value,
      REUSE.headPercent.value,
      REUSE.singleUsePercent.value,
      null,
    ],
    row('replay, other tasks only', replay.others),
    row('replay, own task too', replay.own),
    row('served to agents', served),
  ]
}

export function relationTable({ replay, served }: ReuseReport): Cell[][] {
  const share = (side: ReuseSide, relation: string): Cell => {
    const count = side.relations.find((one) => one.relation === relation)?.uses ?? 0
    return side.shape.uses === 0 ? null : (100 * count) / side.shape.uses
  }
  return [
    ['from', 'replay, own task too %', 'replay, other tasks only %', 'served to agents %', 'paper %'],
    ...replay.own.relations.map(({ relation }): Cell[] => [
      relation,
      share(replay.own, relation),
      share(replay.others, relation),
      share(served, relation),
      null,
    ]),
  ]
}

export function utilityTable(
  utilities: readonly EntryUtility[],
  objectives: Record<string, string>,
): Cell[][] {
  return [
    ['entry', 'objective', 'exposures', 'utility', '95 % low', '95 % high', 'q', 'verdict'],
    ...utilities.map(({ entryId, n, shrunken, interval, q, verdict }): Cell[] => [
      entryId,
      objectives[entryId] ?? null,
      n,
      shrunken,
      interval?.low ?? null,
      interval?.high ?? null,
      q,
      verdict === 'harmful' ? verdict : `${verdict}, n ${n}`,
    ]),
  ]
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
  const row = (name: string, { episodes, known, resolved }: AssignedSide): Cell[] => [
    name,
    episodes,
    known,
    resolved,
    known === 0 ? null : (100 * resolved) / known,
  ]
  const range = [difference?.pp ?? null, difference?.low ?? null, difference?.high ?? null]
  return [
    [
      'side',
      'episodes',
      'with an outcome',
      'resolved',
      'resolved %',
      'difference pp',
      '95 % low',
      '95 % high',
    ],
    [...row('served', served), ...range],
    [...row('withheld', withheld), null, null, null],
  ]
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
