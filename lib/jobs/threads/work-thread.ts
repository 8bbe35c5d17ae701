/** Runs in a thread of its own, see work-threads.ts: what it does may take seconds, and a server must go on answering. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { UserError } from '../../memory/errors.ts'
import { TASKS, type TaskName, type Tasks } from './tasks.ts'

export type WorkRequest =
  | { kind: 'begin'; task: TaskName; input: Tasks[TaskName]['input'] }
  | { kind: 'next'; value: unknown }
export type WorkAnswer =
  | { kind: 'part' | 'result'; value: unknown }
  /** A fault of the input; the thread is fine. */
  | { kind: 'refused'; code: string; message: string; hint: string; place: string | null; status: number }
  /** A fault of ours. */
  | { kind: 'failed'; stack: string }

// Linux counts niceness by thread: whoever asks the server goes first.
if (process.platform === 'linux') setPriority(10)

let work: Generator<unknown, unknown, unknown> | AsyncGenerator<unknown, unknown, unknown> | null = null

parentPort?.on('message', async (request: WorkRequest) => {
  parentPort?.postMessage(await answer(request))
})

async function answer(request: WorkRequest): Promise<WorkAnswer> {
  try {
    if (request.kind === 'begin') {
      const begin = TASKS[request.task] as (input: unknown) => NonNullable<typeof work>
      work = begin(request.input)
    }
    const step = await work?.next(request.kind === 'next' ? request.value : undefined)
    if (step?.done !== false) work = null
    return { kind: step?.done === false ? 'part' : 'result', value: step?.value }
  } catch (error) {
    work = null
    if (!(error instanceof UserError))
      return { kind: 'failed', stack: error instanceof Error ? String(error.stack) : String(error) }
    const { code, message, hint, place, status } = error
    return { kind: 'refused', code, message, hint, place, status }
  }
}
