import { z } from 'zod'
import { findJobByKey, listItemResults, sumOfTargets } from '../db/jobs/job-views.ts'
import { STUDY_KINDS } from '../db/jobs/lanes.ts'
import { beginJobAnew, enqueueJob } from '../db/jobs/order-jobs.ts'
import { findNextJob, finishItem, isCancelled } from '../db/jobs/work-queue.ts'
import type { Store } from '../db/store.ts'
import {
  beginStudy,
  countRows,
  createStudy,
  getStudy,
  keepReport,
  keepValues,
  listRows,
  type MeasuredMemory,
  pagesOfRows,
} from '../db/studies/studies.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
import { UserError } from '../memory/errors.ts'
import type { Study, StudyProgress } from '../memory/studies/study.ts'
import { getDesign } from './designs/all-designs.ts'
import type { Left, Measuring, Piece, StudyDeps, StudyRow } from './study.ts'

/** How far the studies at work are, within the piece at hand. It lives as long as the process that works on them. */
export type StudyBoard = Map<string, { since: number; shareThen: number; measured: number }>

const targetSchema = z.object({
  study: z.string(),
  step: z.enum(['prepare', 'measure', 'weigh', 'report']),
  from: z.number().default(0),
  upto: z.number().default(0),
  size: z.number().default(0),
  what: z.string().optional(),
})
type Target = z.output<typeof targetSchema>

const pieceOf = ({ step, ...rest }: Target): Piece => ({ label: '', ...rest, step: step as Piece['step'] })

/** Freezes a study and orders its work. Everything that can be refused is refused here, before anything is stored. */
export async function orderStudy(name: string, order: unknown, deps: StudyDeps): Promise<{ id: string }> {
  const { store } = deps
  const design = getDesign(name)
  const { pieces, units, ...frozen } = await design.freeze(design.order.parse(order), deps)
  const { revision: storeRevision } = await getStoreClock(store)
  return await store.record(async (tx) => {
    const memory = { storeRevision, embedder: deps.space().embedder.id }
    const id = await createStudy(store, tx, {
      ...{ ...frozen, ...memory, design: name },
      rows: units.map((unit) => ({ unit })),
    })
    const target = (piece: object) => JSON.stringify({ ...piece, study: id })
    await enqueueJob(store, tx, {
      kind: design.inThreads ? STUDY_KINDS[1] : STUDY_KINDS[0],
      label: `Study “${frozen.name}”`,
      ...(frozen.projectId === null ? {} : { projectId: frozen.projectId }),
      batchKey: id,
      request: null,
      items: [
        ...pieces.map(({ label, ...piece }) => ({ label, target: target(piece) })),
        { label: 'report', target: target({ step: 'report' }) },
      ],
    })
    return { id }
  })
}

/**
 * Works on studies, one piece after the other. A study measures one memory from its first unit to its last: the one it found when
 * it began, held in this process. After a restart it goes on when the memory is still that one, else begins anew.
 */
export function createStudyWork(deps: StudyDeps, board: StudyBoard) {
  const { store } = deps
  let open: { id: string; measuring: Measuring<unknown, unknown> } | null = null
  let whole: { id: string; rows: StudyRow<unknown, unknown>[] } | null = null

  async function rowsOf(id: string) {
    whole = whole?.id === id ? whole : { id, rows: await readWhole(store, id) }
    return whole.rows
  }

  /** What a piece of a memory leaves behind; null when the memory is another one than what was measured so far: then all begins anew. */
  async function measure(
    study: Study,
    piece: Piece,
    hand: { itemId: string; left: Left; signal: AbortSignal },
  ) {
    if (open?.id !== study.id) {
      const measuring = await getDesign(study.design).open(study, deps)
      if (await beganAnew(store, hand.itemId, study, measuring.memory)) return null
      open = { id: study.id, measuring }
    }
    const { measuring } = open
    const rows = await listRows(store, study.id, piece)
    const units = rows.map(({ unit }) => unit)
    if (piece.step === 'prepare') return { left: await measuring.prepare?.(piece, units), values: null }
    const tell = (count: number) => {
      const at = board.get(study.id)
      if (at) at.measured += count
    }
    return { left: null, values: await measuring.measure(piece, units, { ...hand, tell }) }
  }

  return async ({ itemId, target, signal }: { itemId: string; target: string; signal: AbortSignal }) => {
    const at = targetSchema.parse(JSON.parse(target))
    const study = await getStudy(store, at.study)
    const design = getDesign(study.design)
    const left = leftOf(store, itemId)
    await noteOn(board, deps, study.id)
    try {
      if (at.step === 'report') {
        const report = await design.report(study.plan, await rowsOf(study.id), left)
        await store.record(async (tx) => {
          await keepReport(tx, study.id, report)
          await finishItem(store, tx, itemId, null)
        })
        forget(study.id)
        return
      }
      const piece = pieceOf(at)
      const done =
        at.step === 'weigh'
          ? { left: await design.weigh?.(piece, study.plan, await rowsOf(study.id)), values: null }
          : await measure(study, piece, { itemId, left, signal })
      if (done === null) return
      await store.record(async (tx) => {
        if (await isCancelled(tx, itemId)) return
        if (done.values) await keepValues(tx, study.id, piece.from, done.values)
        await finishItem(store, tx, itemId, done.left ?? null)
      })
    } catch (error) {
      forget(study.id)
      throw error
    }
    if (signal.aborted) forget(study.id)
  }

  function forget(id: string): void {
    board.delete(id)
    open = null
    whole = null
  }
}

/** Notes which memory is measured, and orders all pieces anew when what was measured so far is of another one. */
async function beganAnew(store: Store, itemId: string, study: Study, memory: MeasuredMemory) {
  if (study.storeRevision === memory.storeRevision && study.embedder === memory.embedder) return false
  const hasBegun = (await listItemResults(store, itemId)).length > 0
  await store.record(async (tx) => {
    await beginStudy(tx, study.id, memory)
    if (hasBegun) await beginJobAnew(tx, itemId)
  })
  return hasBegun
}

function leftOf(store: Store, itemId: string): Left {
  return async <T>(step: Piece['step']) =>
    (await listItemResults(store, itemId)).flatMap(({ target, result }) =>
      targetSchema.parse(JSON.parse(target)).step === step ? [result as T] : [],
    )
}

/** Every row of a study; throws when one was not measured, since figures over a part would pass for the whole. */
async function readWhole(store: Store, id: string): Promise<StudyRow<unknown, unknown>[]> {
  const rows: StudyRow<unknown, unknown>[] = []
  for await (const page of pagesOfRows(store, id)) rows.push(...page)
  const missing = (await countRows(store, id)) - rows.length
  if (missing === 0) return rows
  throw new UserError('study-not-whole', `${missing} rows were not measured.`, {
    hint: 'Try again what failed; the figures follow.',
  })
}

async function noteOn(board: StudyBoard, { store, clock }: StudyDeps, id: string): Promise<void> {
  const before = board.get(id)
  if (before) before.measured = 0
  else board.set(id, { since: clock(), shareThen: (await progressOf(store, id))?.share ?? 0, measured: 0 })
}

/** The job of a study with what its pieces have made; null when no job of it is left. */
async function progressOf(store: Store, id: string) {
  const job = await findJobByKey(store, STUDY_KINDS, id)
  if (!job) return null
  const { total, done } = await sumOfTargets(store, job.id, 'size')
  return { job, total, done, share: job.totalCount === 0 ? 0 : job.doneCount / job.totalCount }
}

/** How far a study is; null when no job of it is left. */
export async function findStudyProgress(
  { store, clock }: Pick<StudyDeps, 'store' | 'clock'>,
  id: string,
  board: StudyBoard,
): Promise<StudyProgress | null> {
  const progress = await progressOf(store, id)
  if (!progress) return null
  const { job, total, done } = progress
  const isOpen = job.state === 'waiting' || job.state === 'running'
  const at = isOpen ? board.get(id) : undefined
  const next = isOpen && job.kind === STUDY_KINDS[0] ? await findNextJob(store) : null
  const doneCount = Math.min(total, done + (at?.measured ?? 0))
  const share = progress.share + (total > 0 && job.totalCount > 0 ? (doneCount - done) / total : 0)
  const rate = at ? (share - at.shareThen) / Math.max(1, clock() - at.since) : 0
  return {
    jobId: job.id,
    state: job.state as StudyProgress['state'], // a study is never paused and waits for nobody
    doneCount,
    totalCount: total,
    share: Math.min(1, share),
    remainingMs: rate > 0 ? (1 - share) / rate : null,
    reason: isOpen ? null : (job.items.find((item) => item.state === 'failed')?.reason ?? job.reason),
    waitsFor: next === null || next.id === job.id ? null : next.label,
  }
}
