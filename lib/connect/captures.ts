/** Work that is done some time after a session ended, and not at all when the session goes on before. */
interface Captures {
  soon(id: string, afterMs: number, work: () => Promise<void>): void
  cancel(id: string): void
  /** Forgets all that waits: it is found again at the next start. */
  stop(): void
}

export function createCaptures(log: (line: string) => void): Captures {
  const waiting = new Map<string, NodeJS.Timeout>()
  const cancel = (id: string) => {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
  }
  return {
    soon(id, afterMs, work) {
      cancel(id)
      const begin = () => {
        waiting.delete(id)
        work().catch((error) => log(`The transcript of a session could not be brought in: ${error}`))
      }
      waiting.set(id, setTimeout(begin, afterMs).unref())
    },
    cancel,
    stop: () => [...waiting.keys()].forEach(cancel),
  }
}
