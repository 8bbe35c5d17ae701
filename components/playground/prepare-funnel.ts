import { formatCount } from '@/components/ui/format.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'

/** Below this height a set would vanish, so it is drawn at it. */
const LEAST_HEIGHT = 1.5
/** A scope smaller than this share of everything is enlarged, still linear, and says by how much. */
const ENLARGE_BELOW = 0.2

/** Where the bar stands, in px; presenting needs more of both. */
export type FunnelLayout = { width: number; plotTop: number; plotHeight: number; scale?: number }

export type FunnelStage = {
  key: 'all' | 'scope' | 'approved' | 'category' | 'chosen'
  count: number
  label: string
  /** Left edge of its words, or right edge when `anchor` is `end`. */
  x: number
  anchor: 'start' | 'end'
  /** How many the step before it had more; null for the first. */
  lost: number | null
  lostX: number
  /** The filter that lists this set on /memories; null when no single list holds it. */
  filter: Record<string, string> | null
  entryId: string | null
}

export type FunnelBlock = {
  category: Category
  count: number
  x: number
  y: number
  width: number
  height: number
  wanted: boolean
  /** The letter fits inside. */
  hasLetter: boolean
}

export type Funnel = {
  width: number
  height: number
  baseline: number
  /** all -> scope -> approved as one bar on the baseline. */
  bar: string
  /** Where the scale changes: lines that fan out from the true height, and the factor; null when one scale serves all. */
  enlarged: { lines: string; x: number; y: number; factor: number } | null
  blocks: FunnelBlock[]
  wall: { x: number; from: number; to: number }
  /** From the wall to the ring; null when the pool is empty. */
  taper: string | null
  ring: { x: number; y: number } | null
  stages: FunnelStage[]
}

type FunnelInput = Pick<RetrievalAnswer, 'funnel' | 'kept' | 'abstained'> & {
  category: Category
  winnerId: string | null
}

/** Lays out the funnel of stage 1. Heights are linear in entries, never logarithmic. */
export function prepareFunnel(input: FunnelInput, layout: FunnelLayout): Funnel {
  const { width, plotTop, plotHeight, scale = 1 } = layout
  const { funnel, kept, category } = input
  const chosen = input.winnerId === null || input.abstained !== null ? 0 : 1
  const isNarrow = width < 430
  const baseline = plotTop + plotHeight
  const [xScope, xApproved, xKept, xChosen] = [0.215, 0.43, 0.665, 0.94].map((share) => share * width) as [
    number,
    number,
    number,
    number,
  ]
  const wallX = xKept - 10
  const factor = enlargedBy(funnel)
  const isEnlarged = factor !== null
  const whole = isEnlarged ? funnel.inScope : funnel.all
  const height = (count: number) => heightOf(count, whole, plotHeight)
  const top = (count: number) => baseline - height(count)
  const scopeOn = `${shoulder(xApproved, top(funnel.inScope), top(funnel.approved))}V${baseline}`
  const trueTop = baseline - heightOf(funnel.inScope, funnel.all, plotHeight)
  const xTrue = xScope * 0.58

  const bar =
    funnel.all === 0
      ? ''
      : isEnlarged
        ? `M0 ${plotTop}${shoulder(xTrue, plotTop, trueTop)}V${baseline}H0zM${xScope} ${top(funnel.inScope)}${scopeOn}H${xScope}z`
        : `M0 ${plotTop}${shoulder(xScope, plotTop, top(funnel.inScope))}${scopeOn}H0z`

  const order = [category, ...CATEGORIES.filter((other) => other !== category)]
  const blocks: FunnelBlock[] = []
  let floor = baseline
  for (const block of order) {
    const count = funnel.byCategory[block] ?? 0
    if (count === 0) continue
    const full = height(count)
    floor -= full
    const drawn = Math.max(LEAST_HEIGHT / 2, full - 1)
    blocks.push({
      category: block,
      count,
      x: xApproved,
      y: floor + (full - drawn),
      width: wallX - xApproved,
      height: drawn,
      wanted: block === category,
      hasLetter: drawn >= 9 * scale,
    })
  }

  const keptTop = top(kept)
  const end = xChosen - 2
  const tip = baseline - 2
  const taper =
    kept === 0
      ? null
      : `M${wallX} ${keptTop}H${xChosen - 34}C${xChosen - 12} ${keptTop} ${xChosen - 22} ${tip} ${end} ${tip}H${xChosen + 6}V${baseline}H${wallX}z`

  const stages: FunnelStage[] = [
    stage('all', funnel.all, 'all', 0, null, funnel.all === funnel.inScope ? {} : null),
    stage('scope', funnel.inScope, 'in scope', xScope, funnel.all - funnel.inScope, {}),
    stage('approved', funnel.approved, 'approved', xApproved, funnel.inScope - funnel.approved, {
      lifecycle: 'approved',
    }),
    {
      ...stage('category', kept, isNarrow ? category.slice(0, 1) : category, xKept, funnel.approved - kept, {
        lifecycle: 'approved',
        category,
      }),
      lostX: wallX + 6,
    },
    {
      ...stage('chosen', chosen, 'chosen', width, kept - chosen, null),
      anchor: 'end',
      entryId: chosen === 1 ? input.winnerId : null,
    },
  ]

  return {
    width,
    height: baseline + 26 * scale,
    baseline,
    bar,
    enlarged:
      factor !== null
        ? {
            lines: `M${xTrue} ${trueTop}L${xScope} ${top(funnel.inScope)}M${xTrue} ${baseline}H${xScope}`,
            x: (xTrue + xScope) / 2,
            y: baseline - plotHeight * 0.22,
            factor,
          }
        : null,
    blocks,
    wall: { x: wallX, from: plotTop - 4, to: baseline + 4 },
    taper,
    ring: chosen === 1 ? { x: Math.min(xChosen + 12 * scale, width - 11 * scale), y: tip } : null,
    stages,
  }
}

/** How many times a small scope is drawn larger than everything beside it; null when one scale serves all. */
export function enlargedBy({ all, inScope }: Pick<FunnelInput['funnel'], 'all' | 'inScope'>): number | null {
  return inScope > 0 && inScope < ENLARGE_BELOW * all ? all / inScope : null
}

/** Height in px of a count when `all` fills the plot; 0 only for an empty set. */
export function heightOf(count: number, all: number, plotHeight: number): number {
  if (count <= 0 || all <= 0) return 0
  return Math.max(LEAST_HEIGHT, (count / all) * plotHeight)
}

/** The funnel in one sentence, for people who do not see it. */
export function funnelSentence(input: FunnelInput): string {
  const { funnel, kept, category } = input
  const chosen = input.winnerId === null || input.abstained !== null ? 'none' : '1'
  return `${formatCount(funnel.all)} entries, ${formatCount(funnel.inScope)} in scope, ${formatCount(funnel.approved)} approved, ${formatCount(kept)} in ${category}, ${chosen} chosen`
}

/** A flat run that steps down just before x. */
function shoulder(x: number, from: number, to: number): string {
  return `H${x - 14}C${x - 6} ${from} ${x - 8} ${to} ${x} ${to}`
}

function stage(
  key: FunnelStage['key'],
  countOf: number,
  label: string,
  x: number,
  lost: number | null,
  filter: FunnelStage['filter'],
): FunnelStage {
  return { key, count: countOf, label, x, anchor: 'start', lost, lostX: x, filter, entryId: null }
}
