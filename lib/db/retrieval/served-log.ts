import { join } from 'node:path'
import Database from 'better-sqlite3'
import { UserError } from '../../memory/errors.ts'
import type { RetrievalAnswer, RetrieveRequest } from '../../memory/retrieval.ts'
import { fieldIn } from '../dialect.ts'
import type { Assignment } from '../random-withholding.ts'
import type { Store } from '../store.ts'
import { isoText, tables } from '../tables.ts'
import { trimServed } from './served-retention.ts'

/** One answer that a program got. */
export type Served = Assignment & {
  projectId: string
  /** Who asked, as the program calls itself. */
  by: string
  /** The program's own name for its episode; outcomes are joined by it. */
  episodeId: string | null
  request: RetrieveRequest
  answer: RetrievalAnswer
  /** Who named the stage that it was asked for; null where a program only asked. What such a stage is sent gets a receipt. */
  declaredBy: 'observed' | 'agent' | null
}

/** The log of what programs were served, written behind the answers. */
interface ServedLog {
  /** Takes one answer and gives its id. It is written at once, behind the answer. */
  add(served: Served): string
  /** Waits where the log is more than 250 ms behind until it holds all it took: a kill loses no answer that is more than that older than the last one. */
  keepUp(): Promise<void>
  /** The same, and waits until it is on the disk. Throws UserError `log-full`, `read-only`, and what the write threw; what was refused is tried again. */
  addDurably(served: Served): Promise<string>
  flush(): Promise<void>
  /** Writes what is waiting without waiting for anything: for a process that is about to end. */
  flushAtExit(): void
  /** Answers since the start that found the log full, and were not written. */
  droppedCount(): number
}

/** Between a write that failed and the next try, ms. Ours. */
const TRY_AGAIN_MS = 250
export const MOST_IN_BATCH = 200
/** Rows that may wait, about two MB; where the disk is slower than agents ask, the rest is counted and not written. */
export const MOST_WAITING = 2_000
/** How far behind the answers the log may be before they wait for it, ms. Ours. */
const MOST_BEHIND_MS = 250
/** Rows between two looks for what is too old. */
const TRIM_EVERY = 1_000

type Row = Record<string, string | number | boolean | null>

/** An answer that waits, without the texts of its lessons; what is costly is made of it when it is written. */
type Waiting = Omit<Served, 'answer'> & {
  id: string
  at: Date
  /** When it began to wait, ms since the start of the process. */
  since: number
  answer: Omit<RetrievalAnswer, 'hits' | 'injected'> & {
    hits: { rank: number; score: number; entryId: string }[]
  }
  /** Who waits for the write, if anybody. */
  told: PromiseWithResolvers<void> | null
}

/** Keeps the log of a store. `mask` puts dots in place of what looks like a secret. */
export function createServedLog(
  store: Store,
  { mask, log }: { mask: (text: string) => string; log: (line: string) => void },
): ServedLog {
  const waiting: Waiting[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let dropped = 0
  let sinceTrim = TRIM_EVERY
  let hasFailed = false
  let hasSaidJump = false

  function sayJump(age: number | null): void {
    if (age !== null && !hasSaidJump)
      log(
        `! The clock is ${age} days past all earlier answers: none is taken out of the log by age. If the clock is right, save "How long answers are kept" on Settings once more.`,
      )
    hasSaidJump = age !== null
  }

  const rowsOf = (batch: readonly Waiting[]) => JSON.stringify(batch.map((one) => rowOf(one, mask)))

  /** A batch is what came while the one before it was written: a quick disk writes few at a time, a slow one many. */
  async function writeAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        let count = 0
        await store.record((tx) => {
          const batch = waiting.slice(0, MOST_IN_BATCH)
          count = batch.length
          return tables(tx).$executeRawUnsafe(INSERT, rowsOf(batch))
        })
        // Only now: what is not committed is still written at the end of the process. An id is written once.
        for (const { told } of waiting.splice(0, count)) told?.resolve()
        sinceTrim += count
      }
      if (sinceTrim >= TRIM_EVERY) {
        sayJump(await trimServed(store))
        sinceTrim = 0
      }
      hasFailed = false
    } catch (error) {
      // A flush does not throw: it would end the process, or keep a close from giving the folder back.
      if (!hasFailed) log(`The log of served retrievals cannot be written, it tries again: ${error}`)
      hasFailed = true
      for (const { told } of waiting) told?.reject(error)
      timer ??= setTimeout(() => void flush(), TRY_AGAIN_MS).unref()
    }
  }

  async function flush(): Promise<void> {
    if (store.onlyRead) return
    if (timer) clearTimeout(timer)
    timer = null
    if (writing) await writing
    if (waiting.length === 0) return
    writing ??= writeAll().finally(() => {
      writing = null
      // What came after the last batch, as while old rows were taken out, waits for no other answer.
      if (waiting.length > 0 && !timer) void flush()
    })
    await writing
  }

  /** False where the log is full. */
  function take(served: Served, id: string, told: Waiting['told']): boolean {
    if (waiting.length >= MOST_WAITING) {
      dropped++
      return false
    }
    waiting.push({ ...waitingOf(served, id, store.now()), told })
    if (!writing && !timer) void flush()
    return true
  }

  return {
    add(served) {
      const id = store.nextId('r')
      if (!store.onlyRead) take(served, id, null)
      return id
    },
    async keepUp() {
      const [oldest, newest] = [waiting[0], waiting.at(-1)]
      if (!oldest || !newest || hasFailed || performance.now() - oldest.since < MOST_BEHIND_MS) return
      newest.told ??= Promise.withResolvers<void>()
      await newest.told.promise.catch(() => undefined)
    },
    async addDurably(served) {
      if (store.onlyRead) throw store.onlyRead
      const [id, told] = [store.nextId('r'), Promise.withResolvers<void>()]
      if (!take(served, id, told)) throw full()
      await told.promise
      return id
    },
    flush,
    flushAtExit() {
      if (waiting.length === 0) return
      try {
        const db = new Database(join(store.dataPath, 'loupe.db'), { timeout: 500, fileMustExist: true })
        db.prepare(INSERT).run(rowsOf(waiting))
        db.close()
        waiting.length = 0
      } catch (error) {
        log(`${waiting.length} answers at the end were not logged: ${error}`)
      }
    },
    droppedCount: () => dropped,
  }
}

const COLUMNS = [
  'id',
  'projectId',
  'at',
  'by',
  'purpose',
  'request',
  'answer',
  'strategy',
  'category',
  'text',
  'winnerId',
  'score',
  'abstained',
  'verdict',
  'storeRevision',
  'embedder',
  'episodeId',
  'propensity',
  'withheld',
  'eligibleCount',
  'policyVersion',
  'latencyMs',
  'declaredBy',
  'tokens',
  'receipt',
]

/** One statement a batch, its rows as one JSON text. An outcome that was reported before is joined at once. */
const INSERT = `INSERT INTO "Retrieval" (${COLUMNS.map((name) => `"${name}"`).join(', ')}, "outcome")
  SELECT ${COLUMNS.map(fieldIn).join(', ')},
    (SELECT o."outcome" FROM "Outcome" o WHERE o."projectId" = j.value ->> 'projectId' AND o."episodeId" = j.value ->> 'episodeId')
  FROM json_each(?) j WHERE TRUE ON CONFLICT ("id") DO NOTHING`

function full(): UserError {
  return new UserError(
    'log-full',
    'The log of served retrievals is full: the disk is slower than agents ask.',
    {
      hint: 'Ask again in a moment, or without `log: "durable"`.',
      status: 503,
    },
  )
}

function waitingOf({ answer, ...served }: Served, id: string, at: Date): Omit<Waiting, 'told'> {
  const { hits, injected: _, ...rest } = answer
  const light = hits.map(({ rank, score, entryId }) => ({ rank, score, entryId }))
  return { ...served, id, at, since: performance.now(), answer: { ...rest, hits: light } }
}

/** The row of one answer: the question without its secrets, candidates by id and score; their texts stay where they are. */
function rowOf(
  { id, at, projectId, by, episodeId, request, answer, isWithheld, propensity, declaredBy }: Waiting,
  mask: (text: string) => string,
): Row {
  const text = mask(request.text)
  const { category, description } = answer.intent
  const { objective, keywords } = description
  const intent = { category, description: { objective: mask(objective), keywords: keywords.map(mask) } }
  const { hits, margin } = answer
  const best = hits[0]
  const winnerId = answer.abstained || isWithheld ? null : (best?.entryId ?? null)
  const isSent = declaredBy !== null && winnerId !== null
  return {
    id,
    projectId,
    at: isoText(at),
    by: mask(by),
    purpose: 'served',
    request: JSON.stringify({ ...request, text }),
    answer: JSON.stringify({ intent, hits, margin }),
    strategy: answer.strategy,
    category,
    text,
    winnerId,
    score: best?.score ?? null,
    abstained: isWithheld ? 'withheld' : answer.abstained,
    verdict: answer.verdict.word,
    storeRevision: answer.revision,
    embedder: answer.embedder,
    episodeId,
    propensity,
    withheld: isWithheld,
    eligibleCount: answer.kept,
    policyVersion: 'top1-v1',
    latencyMs: answer.tookMs,
    declaredBy,
    tokens: isSent ? answer.injectedTokens : null,
    receipt: isSent ? 'sent' : null,
  }
}
