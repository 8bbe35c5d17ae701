import type { Worker } from './jobs/worker.ts'
import type { AccessKey } from './memory/keys.ts'
import type { Api } from './memory/operation.ts'
import type { Account, Caller, NeededRole } from './memory/people.ts'

/** What the product can do. Built once in a process (runtime.ts); logic never imports this file: it takes what it needs as arguments. */
export interface Loupe {
  /** Everything that can be asked, see lib/api/all.ts. */
  api: Api
  /** The same for this caller: what it may not ask is refused. */
  apiFor(caller: Caller): Api
  /** The role that each operation takes which this caller may not ask; nothing for whoever did not sign in. */
  barredFor(caller: Caller): Record<string, NeededRole>
  /** An operation by the name that came in from outside. Throws UserError `no-such-command`. */
  run(name: string, input: unknown, caller?: Caller): Promise<unknown>
  /** What a key that was sent may do; null = it is none of this folder. */
  findKey(key: string): Promise<AccessKey | null>
  /** Whether people sign in here: there are accounts, or other machines reach it. */
  hasPeople(): Promise<boolean>
  /** Begins a session and gives what its cookie holds; see lib/api/people.ts. */
  signIn(asked: unknown, address: string): Promise<string>
  /** Whose a session is, while it lasts; else null. */
  findAccount(session: string): Promise<Account | null>
  endSession(session: string): Promise<void>

  /** The bearer token of this data folder. */
  token: string
  /** Begins the background work; in these lanes only where they are named. */
  start(lanes?: Parameters<Worker['start']>[0]): Promise<void>
  /** Reads what the first question needs while nobody has asked yet. What goes wrong is met, and said, by whoever asks. */
  warmUp(): Promise<void>
  /** Tells other processes where this one listens. */
  announce(url: string): void
  /** Writes what is still only in memory, without waiting: for a process that ends at once. */
  flushAtExit(): void
  /** Does what was ordered since it was opened, where work was begun at all, then ends everything. */
  close(): Promise<void>
  /** Ends everything at once; what was at work waits for the next start. The database file alone then holds all. */
  stop(): Promise<void>
}

/** Module state is not shared between Next's bundles; `globalThis` is. */
export const shared = globalThis as typeof globalThis & { __loupe?: Promise<Loupe> }

/** The Loupe of this server process. instrumentation.ts opens it before the first request, so that pages need not read its code a second time. */
export async function getLoupe(): Promise<Loupe> {
  if (!shared.__loupe) throw new Error('no Loupe was opened in this process')
  return await shared.__loupe
}
