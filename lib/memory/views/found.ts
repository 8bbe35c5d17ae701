/** Agents whose sessions are looked for on this machine. */
export const FOUND_AGENTS = [
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'openhands',
  'aider',
  'cursor',
] as const
export type FoundAgent = (typeof FOUND_AGENTS)[number]

/** What lies in an agent's own folder; nothing of it was opened. */
export type FoundRuns = {
  agent: FoundAgent
  name: string
  /** With `~` for the home folder. */
  folder: string
  sessionCount: number
  byteCount: number
  newestAt: string | null
  /** Why it cannot be read, and what to do; null where it can. */
  unread: string | null
}

/** Notes for agents in a repository; none of them was opened. */
export type FoundNotes = { folder: string; fileCount: number; byteCount: number; newestAt: string | null }

/** A folder whose runs come in by themselves while Loupe runs. */
export type WatchedFolder = {
  folder: string
  project: string
  isOn: boolean
  /** The last file that brought something or could not be read, and what became of it. */
  last: { file: string; words: string; at: string } | null
  /** Files at the last look; null before the first since Loupe was started. */
  fileCount: number | null
  lookedAt: string | null
  /** Runs since it is watched, or since Loupe was started: come in, known already, and not read. */
  came: { fresh: number; known: number; unread: number }
  /** Why it cannot be looked into. */
  fault: string | null
}

/** How far a look through a file or a folder is: memories read, of how many where that is known. */
export type LookFar = { done: number; total: number | null }

export type FoundFile = { path: string; size: number }
