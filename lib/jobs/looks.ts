import { UserError } from '../memory/errors.ts'
import type { LookFar } from '../memory/views/found.ts'

/** What a look is handed: whether it is still wanted, and how far it is told. */
export type Look = {
  signal: AbortSignal
  /** Throws where nobody wants it any more. */
  tell: (done: number, total: number | null) => void
}

/** Looks through files and folders that somebody waits for, each by a name of the asker's: how far it is, and a way to stop it. */
export function createLooks() {
  const open = new Map<string, { far: LookFar; stop: AbortController }>()
  return {
    /** Throws UserError `cancelled` where it was stopped. */
    async through<Found>(name: string | undefined, work: (look: Look) => Promise<Found>): Promise<Found> {
      const look = { far: { done: 0, total: null } as LookFar, stop: new AbortController() }
      const { signal } = look.stop
      if (name !== undefined) open.set(name, look)
      const tell: Look['tell'] = (done, total) => {
        signal.throwIfAborted()
        look.far = { done, total }
      }
      try {
        return await work({ signal, tell })
      } catch (error) {
        if (!signal.aborted) throw error
        throw new UserError('cancelled', 'Cancelled: nothing was stored.', {
          hint: 'Look through it again to bring it in.',
          status: 409,
        })
      } finally {
        if (name !== undefined) open.delete(name)
      }
    },
    far: (name: string): LookFar | null => open.get(name)?.far ?? null,
    stop: (name: string): void => open.get(name)?.stop.abort(),
  }
}
