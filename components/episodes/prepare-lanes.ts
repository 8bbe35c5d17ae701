import { stepsWords } from '@/components/ui/format.ts'
import { CATEGORIES, type Stage } from '@/lib/memory/category.ts'
import type { EpisodeDetail, LabelView, SubtaskView } from '@/lib/memory/views/episodes.ts'

const LANE_HEIGHT = 38
export const BLOCK_HEIGHT = 28
const LABEL_ROW = 18
/** Width of a letter of 12 px Geist, for deciding what fits. */
const LETTER = 6.3
/** Who may have labelled the steps; shown even when nobody of that kind was asked. */
const ALWAYS_SHOWN = ['rules', 'model', 'person']

export type Lanes = ReturnType<typeof prepareLanes>
export type LaneBlock = Lanes['blocks'][number]
export type LabelCell = Lanes['labelRows'][number]['cells'][number]

/** Lays out the four lanes (and a fifth for OTHER when it occurs) over the steps, with what hangs above and below. */
export function prepareLanes(
  episode: Pick<EpisodeDetail, 'subtasks' | 'labels' | 'returns'> & { stepCount: number },
  width: number,
) {
  const { subtasks, labels, returns, stepCount } = episode
  const isNarrow = width < 480
  const labelWidth = isNarrow ? 44 : 96
  const perStep = (width - labelWidth - 2) / Math.max(1, stepCount)
  const left = (step: number) => labelWidth + (step - 1) * perStep
  const lanesTop = 4
  const stages: Stage[] = subtasks.some((subtask) => subtask.category === 'OTHER')
    ? [...CATEGORIES, 'OTHER']
    : [...CATEGORIES]
  const laneY = (stage: Stage) => lanesTop + stages.indexOf(stage) * LANE_HEIGHT
  const lanesBottom = lanesTop + stages.length * LANE_HEIGHT - 6

  const blocks = subtasks.map(({ id, category, fromStep, toStep, objective }) => {
    const blockWidth = Math.max(2, (toStep - fromStep + 1) * perStep - 2)
    const [x, y] = [left(fromStep) + 1, laneY(category)]
    const words = blockWidth < 40 ? '' : objective
    return { id, category, fromStep, toStep, x, y, width: blockWidth, objective, words }
  })

  const ticksY = lanesBottom + 14
  const entriesY = ticksY + 26
  const entries = placeEntries(subtasks, blocks, entriesY, width, isNarrow)
  const labelsTop = entriesY + 24
  const labelRows = prepareLabelRows(labels, stepCount, left, perStep, labelsTop)

  return {
    width,
    height: labelsTop + labelRows.length * LABEL_ROW + 2,
    labelWidth,
    lanes: stages.map((category) => ({ category, y: laneY(category) })),
    ticks: stepTicks(stepCount, perStep).map((step) => ({ step, x: left(step) })),
    ticksY,
    lanesTop,
    blocks,
    returns: returns.flatMap((back) => {
      const from = blocks.find((block) => block.id === back.from)
      const to = blocks.find((block) => block.id === back.to)
      return from === undefined || to === undefined ? [] : [drawReturn(from, to, blocks, width)]
    }),
    entries,
    entriesY,
    labelRows,
    /** x of the middle of a step. */
    stepX: (step: number) => left(step) + perStep / 2,
  }
}

/** Steps that get a number: the first, the last, and round ones between that do not crowd them. */
export function stepTicks(stepCount: number, perStep: number): number[] {
  if (stepCount <= 1) return stepCount === 1 ? [1] : []
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].find((step) => step * perStep >= 80) ?? 2_000
  const round: number[] = []
  for (let step = every; step < stepCount; step += every) if (step > 1) round.push(step)
  return [
    1,
    ...round.filter((step) => (step - 1) * perStep > 24 && (stepCount - step) * perStep > 40),
    stepCount,
  ]
}

type Placed = {
  id: string
  category: Stage
  fromStep: number
  toStep: number
  x: number
  y: number
  width: number
}

/** A failed check goes back: out of the block's right end, over to the target's start, up into its lower edge. */
function drawReturn(from: Placed, to: Placed, blocks: Placed[], width: number) {
  const startX = from.x + from.width
  const startY = from.y + BLOCK_HEIGHT / 2
  const goalX = Math.max(to.x + 9, startX + 9)
  const goalY = to.y + BLOCK_HEIGHT + (to.y < from.y ? 4 : -BLOCK_HEIGHT - 4)
  const up = to.y < from.y ? -1 : 1
  const next = Math.min(
    ...blocks.filter((block) => block.y === from.y && block.x > startX + 4).map((block) => block.x),
    width,
  )
  // Words stand where the lane is free: right of the arrow, else right of the block it goes back to.
  const afterTarget = Math.min(
    ...blocks.filter((block) => block.y === to.y && block.x > to.x).map((block) => block.x),
    width,
  )
  const atArrow = wordsFor(next - goalX - 12)
  const atTarget = wordsFor(afterTarget - (to.x + to.width) - 12)
  const words = atArrow === '' ? atTarget : atArrow
  const wordsX = atArrow === '' ? to.x + to.width + 7 : goalX + 8
  const wordsY = atArrow === '' ? to.y + BLOCK_HEIGHT / 2 + 4 : startY + 4
  const path =
    to.y === from.y
      ? `M${startX} ${startY}H${to.x}`
      : `M${startX} ${startY}H${goalX - 6}q6 0 6 ${6 * up}V${goalY - 4 * up}`
  return {
    key: `${from.id}-${to.id}`,
    path,
    head:
      to.y === from.y
        ? `M${to.x} ${startY}l-6 -3.5v7z`
        : `M${goalX - 3.5} ${goalY - 2 * up}l3.5 ${6 * up}l3.5 ${-6 * up}z`,
    words,
    x: wordsX,
    y: wordsY,
    sentence: `Failed check in ${stepsWords(from.fromStep, from.toStep)}, back to ${to.category} at step ${to.fromStep}`,
  }
}

function wordsFor(room: number): string {
  return ['failed, back', 'failed'].find((words) => room > words.length * 6.8) ?? ''
}

type PlacedEntry = {
  id: string
  category: Stage
  title: string
  words: string
  x: number
  y: number
  fromY: number
}

function placeEntries(
  subtasks: SubtaskView[],
  blocks: Placed[],
  y: number,
  width: number,
  isNarrow: boolean,
): PlacedEntry[] {
  const placed: PlacedEntry[] = []
  for (const [index, subtask] of subtasks.entries()) {
    const block = blocks[index]
    if (block === undefined) continue
    for (const [nth, entry] of subtask.entries.entries()) {
      const last = placed.at(-1)
      const wanted = block.x + Math.min(block.width / 2, 40) + nth * 14
      placed.push({
        id: entry.id,
        category: subtask.category,
        title: entry.title,
        words: '',
        x: last === undefined ? wanted : Math.max(wanted, last.x + 13),
        y,
        fromY: block.y + BLOCK_HEIGHT + 2,
      })
    }
  }
  return placed.map((entry, index) => {
    const room = (placed[index + 1]?.x ?? width + 8) - entry.x - 22
    return { ...entry, words: isNarrow || room < 48 ? '' : shorten(entry.title, Math.floor(room / LETTER)) }
  })
}

/** Label sources as thin rows; a cell that differs from the first source asked is boxed. */
function prepareLabelRows(
  labels: LabelView[],
  stepCount: number,
  left: (step: number) => number,
  perStep: number,
  top: number,
) {
  const asked = labels.map((label) => ({ ...label, stages: perStepStages(label, stepCount) }))
  const reference = asked[0]?.stages ?? []
  const missing = ALWAYS_SHOWN.filter((source) => !labels.some((label) => label.source === source))
  const rows = [
    ...asked.map((label, index) => {
      const known = label.stages.filter((stage) => stage !== null).length
      const agree = label.stages.filter((stage, step) => stage !== null && stage === reference[step]).length
      const by = label.by === '' || label.by === label.source ? label.source : label.by
      return {
        key: `${label.source}-${label.by}-${index}`,
        name: label.source === 'person' ? 'person' : label.source,
        note:
          index === 0
            ? `${by}, ${known} of ${stepCount} steps`
            : `${by}${label.blind ? ', blind' : ''}, agrees on ${agree} of ${known}`,
        stages: label.stages,
        wasAsked: true,
      }
    }),
    ...missing.map((source) => ({
      key: source,
      name: source,
      note: 'not asked',
      stages: Array.from({ length: stepCount }, (): Stage | null => null),
      wasAsked: false,
    })),
  ]
  return rows.map(({ stages, ...row }, index) => ({
    ...row,
    y: top + index * LABEL_ROW,
    cells: runs(stages, reference).map((run) => ({
      fromStep: run.from,
      toStep: run.to,
      x: left(run.from) + 1,
      width: Math.max(1, (run.to - run.from + 1) * perStep - 2),
      category: run.stage,
      letter: run.stage === null || (run.to - run.from + 1) * perStep < 10 ? '' : run.stage.slice(0, 1),
      disagrees: run.disagrees,
    })),
  }))
}

function perStepStages(label: LabelView, stepCount: number): (Stage | null)[] {
  const stages: (Stage | null)[] = Array.from({ length: stepCount }, () => null)
  for (const span of label.spans)
    for (let step = span.fromStep; step <= Math.min(span.toStep, stepCount); step += 1)
      stages[step - 1] = span.category
  return stages
}

function runs(stages: (Stage | null)[], reference: (Stage | null)[]) {
  const found: { from: number; to: number; stage: Stage | null; disagrees: boolean }[] = []
  for (const [index, stage] of stages.entries()) {
    const other = reference[index] ?? null
    const disagrees = stage !== null && other !== null && stage !== other
    const last = found.at(-1)
    if (last !== undefined && last.stage === stage && last.disagrees === disagrees) last.to = index + 1
    else found.push({ from: index + 1, to: index + 1, stage, disagrees })
  }
  return found
}

function shorten(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1)).trimEnd()}…`
}
