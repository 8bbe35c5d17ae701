import type { Curve } from '../../../lib/memory/studies/ladder/curve.ts'
import { signedPp } from '../../../lib/memory/text/words.ts'
import type { Axis, Curves, Point, Series } from '../../figures/figure.ts'
import { armWords } from '../../marks/arm-words.ts'
import { noEffectWords } from './gain-words.ts'
import type { GainView, LadderView, StreamView, SweepView } from './prepare-gain.ts'

const GAIN: Axis = { name: 'gain pp', unit: 'points' }

type Arms = Pick<GainView, 'arm' | 'against'>

/** Sizes of the ladder that the axis shows, ascending; those of the plan that were not run are gaps. */
export function sizesShown({ curve, notRun }: Pick<LadderView, 'curve' | 'notRun'>): number[] {
  return [...curve.points.map(({ x }) => x), ...notRun].sort((a, b) => a - b)
}

/** Gain over the twin by entries in a frozen store, sizes evenly spaced. */
export function ladderFigure(view: LadderView, arms: Arms): Curves {
  const { curve, control, adjustedP, primarySize, spokenSize } = view
  const sizes = sizesShown(view)
  const placed = (pointOf: (i: number, size: number) => Omit<Point, 'x'>): Point[] =>
    sizes.map((size, x) => {
      const i = curve.points.findIndex((point) => point.x === size)
      return { x, ...(i === -1 ? { y: null, cells: { plan: 'not run' } } : pointOf(i, size)) }
    })
  const main = placed((i, size) => {
    const point = curve.points[i]
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
      },
    }
  })
  return {
    kind: 'curves',
    name: 'gain-ladder',
    title: `Gain of ${armWords(arms.arm)} over ${armWords(arms.against)} by entries in the store`,
    subtitle: 'percentage points over the same held-out tasks, 95 % interval of each size',
    x: { name: 'entries', unit: 'count', places: sizes.map(String) },
    y: GAIN,
    references: [{ axis: 'y', value: 0, name: armWords(arms.against) }],
    series: [
      band(
        placed((i) => reachOf(curve, i)),
        arms,
      ),
      ...(control.some((value) => value !== null)
        ? [
            {
              name: 'random entries',
              role: 'other' as const,
              dots: false,
              points: placed((i) => ({ y: control[i] ?? null })),
            },
          ]
        : []),
      { name: armWords(arms.arm), role: 'main', points: main },
    ],
  }
}

/** Net tasks solved while the store grows, each shuffle thin. */
export function streamFigure({ curve }: Pick<StreamView, 'curve'>, arms: Arms): Curves {
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

function band(points: Point[], { arm, against }: Arms): Series {
  return { name: `95 % of curves ${noEffectWords(arm, against)}`, role: 'band', points }
}
