import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { threadEnv } from '../../env.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import type { TaskName, Tasks } from './tasks.ts'
import type { WorkAnswer, WorkRequest } from './work-thread.ts'

/** What a task is called, and the longest that one step of it may take, ms: a file until its first record, a record, a run, a look through a project, five episodes of a stream. Ours. */
const TASKS: Record<TaskName, readonly [words: string, deadlineMs: number]> = {
  read: ['Reading the file', 30_000],
  extract: ['Extraction', 30_000],
  detect: ['Looking for trouble', 120_000],
  pairs: ['Comparing the entries', 30_000],
  replay: ['Replaying the stream', 60_000],
  experiments: ['Comparing the runs', 120_000],
  demonstration: ['Reading the demonstration', 120_000],
  rescan: ['Looking for secrets', 30_000],
  results: ['Reading the file', 30_000],
  outcomes: ['Reading the file', 30_000],
  recording: ['Reading the recording', 30_000],
  memory: ['Reading the memory', 120_000],
}
/** Heap that a thread may take, MB; beyond it the thread ends and the server goes on. Ours. */
const MOST_MEMORY_MB = 1_024
/** Threads at once. Ours; a lane of the worker needs one, and an import must not wait for another's. */
const MOST_THREADS = 3
/** Entries copied to a thread before others have their turn. Ours. */
const ENTRIES_AT_A_TIME = 200
/** A thread that held more than this is ended, so that its memory comes back. */
const LARGE_BYTES = 8 * 1024 * 1024

/** Threads that compute what a server must not wait for. */
export interface WorkThreads {
  /** The parts of a task one by one, then its result; the thread does nothing between two parts, and is told what the next one was asked with. Throws what the task threw; UserError `took-too-long`, `too-much-memory`, and `interrupted` after `signal` or `stop`. */
  run<Name extends TaskName>(
    task: Name,
    input: Tasks[Name]['input'],
    signal?: AbortSignal,
  ): AsyncGenerator<Tasks[Name]['part'], Tasks[Name]['result'], Tasks[Name]['more']>
  /** Ends all threads. What they had at hand fails as `interrupted`. */
  stop(): Promise<void>
}

/** Threads over the tasks of work-thread.ts; each starts when it is needed, and none keeps the process alive. `deadlinesMs`: others than the usual ones. */
export function openWorkThreads(
  rootPath: string,
  deadlinesMs: Partial<Record<TaskName, number>> = {},
): WorkThreads {
  const file = pathToFileURL(join(rootPath, 'lib/jobs/threads/work-thread.ts'))
  const idle: Worker[] = []
  const alive = new Set<Worker>()
  const waiting: (() => void)[] = []
  let taken = 0
  let isStopped = false

  async function take(): Promise<Worker> {
    if (taken >= MOST_THREADS) await new Promise<void>((go) => waiting.push(go))
    if (isStopped) throw interrupted()
    taken++
    const found = idle.pop()
    if (found) return found
    // Not an import: a bundler would make a file of its own of the thread, which runs as it is.
    const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')
    const thread = new Thread(file, {
      execArgv: [],
      env: threadEnv(),
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    })
    alive.add(thread)
    thread.once('exit', () => {
      alive.delete(thread)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    })
    thread.on('error', () => undefined) // whoever waits hears of it, see `ask`
    thread.unref()
    return thread
  }

  async function giveBack(thread: Worker, isFit: boolean): Promise<void> {
    if (isFit && alive.has(thread) && !isStopped) idle.push(thread)
    else await thread.terminate()
    taken--
    waiting.shift()?.()
  }

  return {
    async *run(task, input, signal) {
      const thread = await take()
      let isFit = false
      try {
        let request: WorkRequest = { kind: 'begin', task, input }
        for (;;) {
          isFit = false
          const deadlineMs = deadlinesMs[task] ?? TASKS[task][1]
          const answer = await ask(thread, request, { task, deadlineMs, signal })
          isFit = true
          if (answer.kind === 'refused') throw refusal(answer)
          if (answer.kind === 'failed') throw new Error(`in a thread: ${answer.stack}`)
          if (answer.kind === 'result') return answer.value as Tasks[typeof task]['result']
          isFit = false // left in the middle, the thread holds a task that nobody goes on with
          const value: unknown = yield answer.value as Tasks[typeof task]['part']
          request = { kind: 'next', value }
        }
      } finally {
        await giveBack(thread, isFit && sizeOf(input) <= LARGE_BYTES)
      }
    },
    async stop() {
      isStopped = true
      for (const go of waiting.splice(0)) go()
      await Promise.all([...alive].map((thread) => thread.terminate()))
    },
  }
}

export async function resultOf<Result>(work: AsyncGenerator<never, Result>): Promise<Result> {
  const step = await work.next()
  if (!step.done) throw new Error('a task without parts gave one')
  return step.value
}

/** The result of a task whose parts make one list. */
export async function inParts<Part>(work: AsyncGenerator<readonly Part[], null>): Promise<Part[]> {
  return (await inPartsWith(work)).parts
}

/** The list that the parts of a task make, and its result. */
export async function inPartsWith<Part, Result>(
  work: AsyncGenerator<readonly Part[], Result>,
): Promise<{ parts: Part[]; result: Result }> {
  const parts: Part[] = []
  for (;;) {
    const step = await work.next()
    if (step.done) return { parts, result: step.value }
    for (const part of step.value) parts.push(part)
  }
}

function sizeOf(input: Tasks[TaskName]['input']): number {
  if (input === null || typeof input !== 'object') return 0
  if ('bytes' in input) return input.bytes.length
  return 'text' in input ? input.text.length : 0
}

/** Hands a task its entries some at a time, so that copying them holds nobody up, then gives its result. */
export async function feed<Result>(
  work: AsyncGenerator<null, Result, readonly MemoryEntry[] | null>,
  entries: readonly MemoryEntry[],
): Promise<Result> {
  await work.next()
  for (let from = 0; from < entries.length; from += ENTRIES_AT_A_TIME)
    await work.next(entries.slice(from, from + ENTRIES_AT_A_TIME))
  const step = await work.next(null)
  if (!step.done) throw new Error('a task asked for entries after the last')
  return step.value
}

function ask(
  thread: Worker,
  request: WorkRequest,
  { task, deadlineMs, signal }: { task: TaskName; deadlineMs: number; signal: AbortSignal | undefined },
): Promise<WorkAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', onAbort)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      thread.unref()
      end()
    }
    const onMessage = (answer: WorkAnswer) => settle(() => resolve(answer))
    const onError = (error: Error & { code?: string }) =>
      settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory(task) : error))
    const onExit = () => settle(() => reject(interrupted()))
    const onAbort = () => settle(() => reject(interrupted()))
    const deadline = setTimeout(() => settle(() => reject(tookTooLong(task, deadlineMs))), deadlineMs)
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    thread.ref()
    thread.postMessage(request)
  })
}

function tookTooLong(task: TaskName, deadlineMs: number): UserError {
  return new UserError(
    'took-too-long',
    `${TASKS[task][0]} took longer than ${deadlineMs / 1000} s and was ended.`,
    {
      hint: 'Something in it is of unusual size or shape. Everything else goes on; try it again, or leave it out.',
      status: 422,
    },
  )
}

function tooMuchMemory(task: TaskName): UserError {
  return new UserError(
    'too-much-memory',
    `${TASKS[task][0]} needed more than ${MOST_MEMORY_MB} MB and was ended.`,
    { hint: 'Split the file, or leave it out. Everything else goes on.', status: 422 },
  )
}

/** Somebody cancelled it, or Loupe is being stopped. */
function interrupted(): UserError {
  return new UserError('interrupted', 'The work was interrupted.', {
    hint: 'It goes on at the next start, unless it was cancelled.',
    status: 503,
  })
}

function refusal(answer: Extract<WorkAnswer, { kind: 'refused' }>): UserError {
  const { code, message, hint, place, status } = answer
  return new UserError(code, message, { hint, ...(place === null ? {} : { place }), status })
}
