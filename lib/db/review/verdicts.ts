import type { Prisma } from '../generated/client.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, select, tables } from '../tables.ts'

/** What a person decided of one thing. */
export type VerdictRow = {
  id: string
  task: string
  /** Which of the task's queues: a detector, a sample, a batch; '' where a project has one. */
  queue: string
  subject: string
  verdict: string
  by: string
  at: string
  reason: string | null
  /** What the task keeps beside it, JSON; null as a rule. */
  detail: string | null
  blind: boolean
  /** The change of entries that it was; null where it changed none. */
  revision: number | null
}

export type NewVerdict = Omit<VerdictRow, 'id' | 'at' | 'reason' | 'detail' | 'revision'> & {
  projectId: string
  reason?: string | null
  detail?: string | null
  revision?: number | null
}

/** Neither taken back, nor a change that was undone since. */
const STANDS = `v."takenBackAt" IS NULL
  AND (v."revision" IS NULL OR NOT EXISTS (SELECT 1 FROM "Revision" u WHERE u."undoes" = v."revision"))`

/**
 * Keeps a verdict. The same person's earlier one of the same thing is taken back: of the same queue, or of any where what a queue
 * asks is asked elsewhere too.
 */
export async function keepVerdict(
  store: Store,
  tx: Tx,
  verdict: NewVerdict,
  { inAnyQueue = false }: { inAnyQueue?: boolean } = {},
): Promise<string> {
  const { projectId, task, queue, subject, by, blind } = verdict
  const same = { projectId, task, subject, by, blind, ...(inAnyQueue ? {} : { queue }) }
  await withdraw(store, tx, same)
  const id = store.nextId('v')
  await tables(tx).verdict.create({ data: { id, at: store.now(), ...verdict } })
  return id
}

/** Keeps a verdict, or takes this person's own one of the same thing back where it is null. */
export async function sayVerdict(
  store: Store,
  tx: Tx,
  about: Omit<NewVerdict, 'verdict'>,
  verdict: string | null,
): Promise<void> {
  const { projectId, task, queue, subject, by, blind } = about
  if (verdict === null) await withdraw(store, tx, { projectId, task, queue, subject, by, blind })
  else await keepVerdict(store, tx, { ...about, verdict })
}

/** Takes verdicts back: they stay as what was once said, and count no more. */
export async function withdraw(store: Store, tx: Tx, where: Prisma.VerdictWhereInput): Promise<number> {
  const { count } = await tables(tx).verdict.updateMany({
    where: { ...where, takenBackAt: null },
    data: { takenBackAt: store.now() },
  })
  return count
}

type Where = {
  projectId?: string
  task?: string
  queue?: string
  subject?: string
  by?: string
  blind?: boolean
  id?: string
}

/** Verdicts that stand, in the order in which they were given. */
export async function listVerdicts(client: Reader, where: Where): Promise<VerdictRow[]> {
  return await selectVerdicts(client, where, 'ORDER BY v."id"')
}

/** The last verdict that stands; null without one. */
export async function lastVerdict(client: Reader, where: Where): Promise<VerdictRow | null> {
  return (await selectVerdicts(client, where, 'ORDER BY v."at" DESC, v."id" DESC LIMIT 1'))[0] ?? null
}

/** How many verdicts of a task stand in a project, and the id of the last; '' without one. */
export async function countVerdicts(
  client: Reader,
  { projectId, task }: { projectId: string; task: string },
): Promise<{ count: number; last: string }> {
  const [row] = await select<{ count: number; last: string | null }>(
    client,
    `SELECT COUNT(*) AS "count", MAX(v."id") AS "last" FROM "Verdict" v
     WHERE v."projectId" = ? AND v."task" = ? AND ${STANDS}`,
    projectId,
    task,
  )
  return { count: Number(row?.count ?? 0), last: row?.last ?? '' }
}

async function selectVerdicts(client: Reader, where: Where, order: string): Promise<VerdictRow[]> {
  const named = Object.entries(where).filter(([, value]) => value !== undefined)
  const rows = await select<Omit<VerdictRow, 'at'> & { at: Date }>(
    client,
    `SELECT v."id", v."task", v."queue", v."subject", v."verdict", v."by", v."at", v."reason", v."detail", v."blind", v."revision"
     FROM "Verdict" v WHERE ${named.map(([name]) => `v."${name}" = ?`).join(' AND ')} AND ${STANDS} ${order}`,
    ...named.map(([, value]) => (typeof value === 'boolean' ? Number(value) : value)),
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
