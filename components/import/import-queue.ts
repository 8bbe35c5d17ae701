import type { ActionResult } from '@/lib/memory/views/curation.ts'
import type { FoundAgent } from '@/lib/memory/views/found.ts'
import type { ImportResult } from '@/lib/memory/views/jobs.ts'
import type { ImportItem } from './prepare-import.ts'

/** Files on their way at the same time. */
export const AT_ONCE = 3

export type DroppedFile = { path: string; file: Blob & { size: number } }
/** A session in an agent's own folder, which the server reads itself. */
export type FoundImport = { path: string; file: { size: number }; agent: FoundAgent }
type ImportFile = DroppedFile | FoundImport
export type SendFile = (file: ImportFile, signal: AbortSignal) => Promise<ActionResult<ImportResult[]>>

export type ImportState = {
  items: ImportItem[]
  startedAt: number | null
  elapsedMs: number
  /** Held by a person: what is on its way ends, the rest waits. */
  isPaused: boolean
}

/** Sends files, three at a time, and remembers what became of each. Knows nothing of React or of the network. */
export class ImportQueue {
  private readonly files = new Map<string, ImportFile>()
  private readonly listeners = new Set<() => void>()
  private stop = new AbortController()
  private sending = 0
  private isHeld = true
  private nextId = 1
  private pausedAt: number | null = null
  private state: ImportState = { items: [], startedAt: null, elapsedMs: 0, isPaused: false }

  private readonly send: SendFile
  private readonly now: () => number

  constructor(send: SendFile, now: () => number) {
    this.send = send
    this.now = now
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getState = (): ImportState => this.state

  /** Adds files; the same path waiting already is not added twice. Returns how many were. */
  add(files: ImportFile[]): number {
    const waiting = new Set(
      this.state.items.filter((item) => item.state === 'waiting').map((item) => item.path),
    )
    const added = files.flatMap((file): ImportItem[] => {
      if (waiting.has(file.path)) return []
      waiting.add(file.path)
      const id = `f${this.nextId++}`
      this.files.set(id, file)
      return [{ id, path: file.path, size: file.file.size, state: 'waiting', results: [], fault: null }]
    })
    this.change([...this.state.items, ...added])
    this.pump()
    return added.length
  }

  start(): void {
    this.isHeld = false
    if (this.stop.signal.aborted) this.stop = new AbortController()
    const pausedMs = this.pausedAt === null ? 0 : this.now() - this.pausedAt
    this.pausedAt = null
    this.state = {
      ...this.state,
      startedAt: (this.state.startedAt ?? this.now()) + pausedMs,
      isPaused: false,
    }
    this.announce()
    this.pump()
  }

  /** Sends no more until it is started again; the time that is paused is not counted. */
  pause(): void {
    this.isHeld = true
    this.pausedAt = this.now()
    this.state = { ...this.state, isPaused: true }
    this.announce()
  }

  /** Does not send the rest. What is on its way may be stored already, so it ends and says what became of it. */
  cancel(): void {
    this.isHeld = true
    this.pausedAt = null
    this.state = { ...this.state, isPaused: false }
    this.change(
      this.state.items.map((item) => (item.state === 'waiting' ? { ...item, state: 'cancelled' } : item)),
    )
  }

  /** Sends again what was refused by the server, not sent, or only looked at. */
  retry(ids: string[]): void {
    const wanted = new Set(ids)
    this.change(
      this.state.items.map((item) =>
        wanted.has(item.id) && canGoAgain(item)
          ? { ...item, state: 'waiting', fault: null, results: [] }
          : item,
      ),
    )
    this.start()
  }

  /** Takes a file that was not sent yet off the list. */
  remove(id: string): void {
    this.change(this.state.items.filter((item) => item.id !== id || item.state !== 'waiting'))
    this.files.delete(id)
  }

  clear(): void {
    this.isHeld = true
    this.stop.abort()
    this.pausedAt = null
    this.files.clear()
    this.state = { items: [], startedAt: null, elapsedMs: 0, isPaused: false }
    this.announce()
  }

  private pump(): void {
    while (!this.isHeld && this.sending < AT_ONCE) {
      const next = this.state.items.find((item) => item.state === 'waiting')
      const file = next && this.files.get(next.id)
      if (next === undefined || file === undefined) {
        // All are read: what is dropped from now on is an import of its own, with a project and a roll back of its own.
        if (this.sending === 0) this.isHeld = true
        return
      }
      void this.run(next.id, file)
    }
  }

  private async run(id: string, file: ImportFile): Promise<void> {
    const { signal } = this.stop
    this.sending += 1
    this.update(id, { state: 'sending' })
    const answer = await this.send(file, signal)
    if (!signal.aborted && answer.ok) this.update(id, { state: 'done', results: answer.value })
    if (!signal.aborted && !answer.ok) this.update(id, { state: 'refused', fault: answer.error })
    this.sending -= 1
    this.pump()
  }

  private update(id: string, change: Partial<ImportItem>): void {
    this.change(this.state.items.map((item) => (item.id === id ? { ...item, ...change } : item)))
  }

  private change(items: ImportItem[]): void {
    const { startedAt } = this.state
    const isActive = items.some((item) => item.state === 'sending')
    const elapsedMs = startedAt === null || !isActive ? this.state.elapsedMs : this.now() - startedAt
    this.state = { ...this.state, items, elapsedMs }
    this.announce()
  }

  private announce(): void {
    for (const listener of this.listeners) listener()
  }
}

/** True for what was refused, not sent, or only looked at by a dry run. */
function canGoAgain({ state, results }: ImportItem): boolean {
  if (state === 'done') return results.some(({ status }) => status === 'recognised')
  return state === 'refused' || state === 'cancelled'
}
