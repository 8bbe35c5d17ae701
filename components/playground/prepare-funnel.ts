import { formatCount } from '@/components/ui/format.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'

/** Below this height a set would vanish, so it is drawn at it. */
const LEAST_HEIGHT = 1.5
/** A scope smaller than this share of everything is enlarged, still linear, and says by how much. */
const ENLARGE_BELOW = 0.2
/** Under this width, px, a category is its letter. */
const NARROW = 430
/** From this width on, px at a desk, what was lost is said in words beside its number. */
const WORDS_FROM = 560

/** Where the bar stands, in px; presenting needs more of both. */
export type FunnelLayout = { width: number; plotTop: number; plotHeight: number; scale?: number }

export type FunnelStage = {
  key: 'all' | 'scope' | 'approved' | 'category' | 'chosen'
  count: number
  label: string
  /** Left edge of its words, or right edge when `anchor` is `end`. */
  x: number
  anchor: 'start' | 'end'
  /** How many the step before it had more, and what they are; null for the first. */
  lost: number | null
  lostWords: string
  lostX: number
  /** The filter that lists this set on /memories; null when no single list holds it. */
  filter: Record<string, string> | null
  entryId: string | null
}

export type Funnel = ReturnType<typeof prepareFunnel>
export type FunnelBlock = Funnel['blocks'][number]

type FunnelInput = Pick<RetrievalAnswer, 'funnel' | 'kept' | 'abstained'> & {
  category: Category
  winnerId: string | null
}

/** Lays out the funnel of stage 1. Heights are linear in entries, never logarithmic. */
export function prepareFunnel(input: FunnelInput, layout: FunnelLayout) {
  const { funnel } = input
  const scale = layout.scale ?? 1
  const place = placeOf(funnel, layout)
  const { width, baseline, xScope, xTrue, xChosen, wallX } = place
  const top = place.top(funnel.inScope)
  const isChosen = input.winnerId !== null && input.abstained === null
  return {
    width,
    height: baseline + 26 * scale,
    baseline,
    /** all -> scope -> approved as one bar on the baseline. */
    bar: barPath(funnel, place),
    /** Where the scale changes: lines that fan out from the true height, and the factor; null when one scale serves all. */
    enlarged:
      place.factor === null
        ? null
        : {
            lines: `M${xTrue} ${place.trueTop}L${xScope} ${top}M${xTrue} ${baseline}H${xScope}`,
            x: (xTrue + xScope) / 2,
            y: baseline - layout.plotHeight * 0.22,
            factor: place.factor,
          },
    blocks: blocksOf(input, place, 9 * scale),
    wall: { x: wallX, from: layout.plotTop - 4, to: baseline + 4 },
    /** From the wall to the ring; null when the pool is empty. */
    taper: taperPath(input.kept, place),
    ring: isChosen ? { x: Math.min(xChosen + 12 * scale, width - 11 * scale), y: baseline - 2 } : null,
    stages: stagesOf(input, place, isChosen, width >= WORDS_FROM * scale),
  }
}

type Place = ReturnType<typeof placeOf>

function placeOf(funnel: FunnelInput['funnel'], { width, plotTop, plotHeight }: FunnelLayout) {
  const factor = enlargedBy(funnel)
  const baseline = plotTop + plotHeight
  const whole = factor === null ? funnel.all : funnel.inScope
  const height = (count: number) => heightOf(count, whole, plotHeight)
  const xScope = 0.215 * width
  const xKept = 0.665 * width
  return {
    width,
    plotTop,
    baseline,
    factor,
    height,
    top: (count: number) => baseline - height(count),
    /** Of the scope beside everything, where that is drawn smaller. */
    trueTop: baseline - heightOf(funnel.inScope, funnel.all, plotHeight),
    xTrue: xScope * 0.58,
    xScope,
    xApproved: 0.43 * width,
    xKept,
    xChosen: 0.94 * width,
    wallX: xKept - 10,
  }
}

/** all -> scope -> approved on the baseline; two shapes where the scope is enlarged. */
function barPath({ all, inScope, approved }: FunnelInput['funnel'], place: Place): string {
  if (all === 0) return ''
  const { baseline, factor, plotTop, top, trueTop, xApproved, xScope, xTrue } = place
  const scopeOn = `${shoulder(xApproved, top(inScope), top(approved))}V${baseline}`
  return factor === null
    ? `M0 ${plotTop}${shoulder(xScope, plotTop, top(inScope))}${scopeOn}H0z`
    : `M0 ${plotTop}${shoulder(xTrue, plotTop, trueTop)}V${baseline}H0zM${xScope} ${top(inScope)}${scopeOn}H${xScope}z`
}

/** The wanted category on the baseline, the others above it. */
function blocksOf({ funnel, category }: FunnelInput, place: Place, letterHeight: number) {
  const blocks = []
  let floor = place.baseline
  for (const block of [category, ...CATEGORIES.filter((other) => other !== category)]) {
    const count = funnel.byCategory[block] ?? 0
    if (count === 0) continue
    const full = place.height(count)
    floor -= full
    const drawn = Math.max(LEAST_HEIGHT / 2, full - 1)
    blocks.push({
      category: block,
      count,
      x: place.xApproved,
      y: floor + (full - drawn),
      width: place.wallX - place.xApproved,
      height: drawn,
      wanted: block === category,
      hasLetter: drawn >= letterHeight,
    })
  }
  return blocks
}

function taperPath(kept: number, { baseline, top, wallX, xChosen }: Place): string | null {
  if (kept === 0) return null
  const [from, tip] = [top(kept), baseline - 2]
  return `M${wallX} ${from}H${xChosen - 34}C${xChosen - 12} ${from} ${xChosen - 22} ${tip} ${xChosen - 2} ${tip}H${xChosen + 6}V${baseline}H${wallX}z`
}

function stagesOf(
  { funnel, kept, category, winnerId }: FunnelInput,
  { width, wallX, xApproved, xKept, xScope }: Place,
  isChosen: boolean,
  hasWords: boolean,
): FunnelStage[] {
  const { all, inScope, approved } = funnel
  const chosen = isChosen ? 1 : 0
  const step = (
    key: FunnelStage['key'],
    count: number,
    x: number,
    lost: [count: number, words: string] | null,
    more: Partial<FunnelStage> & Pick<FunnelStage, 'filter'>,
  ): FunnelStage => ({
    key,
    count,
    x,
    label: key,
    anchor: 'start',
    entryId: null,
    lost: lost?.[0] ?? null,
    lostWords: (hasWords && lost?.[1]) || '',
    lostX: x,
    ...more,
  })
  return [
    step('all', all, 0, null, { filter: all === inScope ? {} : null }),
    step('scope', inScope, xScope, [all - inScope, 'other projects'], { label: 'in scope', filter: {} }),
    step('approved', approved, xApproved, [inScope - approved, 'not in service'], {
      label: 'in service',
      filter: { lifecycle: 'approved' },
    }),
    step('category', kept, xKept, [approved - kept, 'other steps'], {
      label: width < NARROW ? category.slice(0, 1) : category,
      lostX: wallX + 6,
      filter: { lifecycle: 'approved', category },
    }),
    step('chosen', chosen, width, [kept - chosen, 'less alike'], {
      anchor: 'end',
      filter: null,
      entryId: isChosen ? winnerId : null,
    }),
  ]
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
  return `${formatCount(funnel.all)} entries, ${formatCount(funnel.inScope)} in scope, ${formatCount(funnel.approved)} in service, ${formatCount(kept)} in ${category}, ${chosen} chosen`
}

/** A flat run that steps down just before x. */
function shoulder(x: number, from: number, to: number): string {
  return `H${x - 14}C${x - 6} ${from} ${x - 8} ${to} ${x} ${to}`
}
