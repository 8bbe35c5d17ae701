import { DENSITIES } from '../../../lib/memory/studies/densities.ts'
import type { Curve } from '../../../lib/memory/studies/ladder/curve.ts'
import { signedPp } from '../../../lib/memory/text/words.ts'
import type { Axis, Curves, Point, Series } from '../../figures/figure.ts'
import { armWords } from '../../marks/arm-words.ts'
import { noEffectWords, topOne } from './gain-words.ts'
import type { GainView, LadderView, StreamView, SweepView } from './prepare-gain.ts'

const GAIN: Axis = { name: 'gain pp', unit: 'points' }
/** The least reach of gain on every source's figure. Ours: what the intervals of what ships take. */
const GAIN_REACH = [-25, 60] as const

type Arms = Pick<GainView, 'arm' | 'against'>

/** The axes of gain by density, the same for every source; wider only where a source's own numbers are. */
export function densityAxes(sizes: readonly number[], series: readonly Pick<Series, 'points'>[] = []) {
  const known = series.flatMap(({ points }) => points.flatMap(({ y, low, high }) => [y, low, high]))
  const values = known.flatMap((value) => value ?? [])
  const domain = [Math.min(GAIN_REACH[0], ...values), Math.max(GAIN_REACH[1], ...values)] as const
  const x: Axis = { name: 'lessons in the store', unit: 'count', places: placesOf(sizes).map(String) }
  return { x, y: { ...GAIN, domain }, height: 400 }
}

/** Stores whose gain is shown, ascending: those that every source shares, and a source's own. */
export function placesOf(sizes: readonly number[]): number[] {
  return [...new Set([...DENSITIES, ...sizes])].sort((a, b) => a - b)
}

/** Gain over the twin by lessons in a frozen store; random entries, ceiling and control beside it. */
export function ladderFigure(view: LadderView, arms: Arms): Curves {
  const { curve, beside, keys, adjustedP, primarySize, spokenSize } = view
  const sizes = curve.points.map(({ x }) => x)
  const places = placesOf(sizes)
  const placed = (
    of: Pick<Curve, 'points'>,
    pointOf: (i: number, size: number) => Omit<Point, 'x'>,
  ): Point[] =>
    places.map((size, x) => {
      const i = of.points.findIndex((point) => point.x === size)
      return { x, ...(i === -1 ? { y: null, says: '', cells: { plan: 'not run' } } : pointOf(i, size)) }
    })
  const line = (name: string, of: Curve | null): Series[] =>
    of
      ? [
          {
            ...{ name, role: 'other' as const },
            points: placed(of, (i) => ({
              y: of.points[i]?.value ?? null,
              ...(of.points[i]?.interval ?? {}),
            })),
          },
        ]
      : []
  const main = placed(curve, (i, size) => {
    const [point, key] = [curve.points[i], keys[i]]
    return {
      y: point?.value ?? null,
      ...(point?.interval ?? {}),
      isPrimary: size === primarySize,
      ...(size === spokenSize && point ? { says: signedPp(point.value) } : {}),
      cells: {
        draws: point?.draws.length ?? null,
        tasks: point?.tasks ?? null,
        p: point?.p ?? null,
        'Holm p': adjustedP[i] ?? null,
        plan: size === primarySize ? 'primary' : '',
        ...(keys.some(Boolean) ? { 'top-1 %': topOne(key), AUC: key?.auc ?? null } : {}),
      },
    }
  })
  const series: Series[] = [
    band(
      placed(curve, (i) => reachOf(curve, i)),
      arms,
    ),
    ...line('random entries', beside.random),
    ...line(`ceiling: ${armWords('oracle')}`, beside.ceiling),
    ...line('control: nothing comes again', beside.control),
    { name: armWords(arms.arm), role: 'main', points: main },
  ]
  return {
    ...densityAxes(sizes, series),
    kind: 'curves',
    name: 'gain-ladder',
    title: `Gain of ${armWords(arms.arm)} over ${armWords(arms.against)} by lessons in the store`,
    subtitle: 'percentage points over the same held-out tasks, 95 % interval of each size',
    references: [{ axis: 'y', value: 0, name: armWords(arms.against) }],
    series,
  }
}

/** Net tasks solved while the store grows, each shuffle thin. */
export function streamFigure(
  { curve }: Pick<StreamView, 'curve'>,
  arms: { arm: string; against: string },
): Curves {
  return {
    kind: 'curves',
    name: 'gain-stream',
    title: `Net tasks solved in stream order, ${armWords(arms.arm)} less ${armWords(arms.against)}`,
    subtitle: 'thin: one shuffle; strong: their mean, 95 % interval',
    x: { name: 'tasks', unit: 'count' },
    y: { name: 'net solved', unit: 'points', centred: true },
    references: [{ axis: 'y', value: 0, name: armWords(arms.against) }],
    series: [
      band(
        curve.points.map(({ x }, i) => ({ x, ...reachOf(curve, i) })),
        arms,
      ),
      {
        name: armWords(arms.arm),
        role: 'main',
        draws: 'lines',
        points: curve.points.map(({ x, value, interval, draws }) => ({
          x,
          y: value,
          ...(interval ?? {}),
          draws,
        })),
      },
    ],
  }
}

/** Gain over no memory by the share of wrong categories; the first arm is the one that is spoken of. */
export function sweepFigure({ arms, size }: SweepView): Curves {
  return {
    kind: 'curves',
    name: 'gain-misprediction',
    title: `Gain over ${armWords('vanilla')} by share of wrong categories`,
    subtitle: `percentage points at ${size} entries, 95 % interval`,
    x: { name: 'wrong category', unit: 'share', domain: [0, 1] },
    y: GAIN,
    references: [{ axis: 'y', value: 0, name: armWords('vanilla') }],
    series: arms.map(
      ({ arm, curve }, i): Series => ({
        name: armWords(arm),
        role: i === 0 ? 'main' : 'other',
        points: curve.points.map(({ x, value, interval }) => ({ x, y: value, ...(interval ?? {}) })),
      }),
    ),
  }
}

function reachOf({ reach }: Curve, i: number): Omit<Point, 'x'> {
  const value = reach[i] ?? 0
  return { y: null, low: -value, high: value }
}

function band(points: Point[], { arm, against }: { arm: string; against: string }): Series {
  return { name: `95 % of curves ${noEffectWords(arm, against)}`, role: 'band', points }
}
