import { readFileSync, statSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { UserError } from '../memory/errors.ts'
import type { FoundAgent, FoundFile, FoundRuns } from '../memory/views/found.ts'
import { gather } from './containers/gather.ts'
import type { NamedFile } from './containers/named-file.ts'
import { FILE_LIMIT_BYTES, refuseLarge } from './read-text.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface KnownFolder {
  agent: FoundAgent
  name: string
  /** Where the agent keeps its sessions, for a home folder and the environment. */
  root: (home: string, env: Environment) => string
  /** Paths below the root that are a session or a piece of one. */
  pattern: RegExp
  /** Files that one session's pieces lie in besides its own; where it is one file, none. */
  pieces?: (root: string, path: string) => Promise<string[]>
  /** Why its sessions are not read, and what to do instead. */
  unread?: string
}

/** The folders in which agents keep what they did. */
const KNOWN: readonly KnownFolder[] = [
  {
    agent: 'claude-code',
    name: 'Claude Code',
    root: (home, env) => join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects'),
    pattern: /\.jsonl$/,
  },
  {
    agent: 'codex',
    name: 'Codex',
    root: (home, env) => join(env.CODEX_HOME || join(home, '.codex'), 'sessions'),
    pattern: /(?:^|\/)rollout-[^/]*\.jsonl(?:\.zst)?$/,
  },
  {
    agent: 'gemini-cli',
    name: 'Gemini CLI',
    root: (home) => join(home, '.gemini', 'tmp'),
    pattern: /^[^/]+\/chats\/[^/]+\.jsonl?$/,
  },
  {
    agent: 'opencode',
    name: 'OpenCode',
    root: (home, env) => join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode', 'storage'),
    pattern:
      /^(?:session\/[^/]+\/ses[^/]*\.json|message\/ses[^/]*\/[^/]+\.json|part\/msg[^/]*\/[^/]+\.json)$/,
    pieces: async (root, path) => {
      const messages = await listed(root, join('message', basename(path, '.json')))
      const parts = await Promise.all(
        messages.map((one) => listed(root, join('part', basename(one, '.json')))),
      )
      return [...messages, ...parts.flat()]
    },
  },
  {
    agent: 'openhands',
    name: 'OpenHands',
    root: (home) => join(home, '.openhands'),
    pattern: /^(?:conversations|sessions)\/[^/]+\/events\/[^/]+\.json$/,
    pieces: (root, path) => listed(root, path),
  },
  {
    agent: 'aider',
    name: 'Aider',
    root: (home) => home,
    pattern: /^\.aider\.chat\.history\.md$/,
  },
  {
    agent: 'cursor',
    name: 'Cursor',
    root: (home) => join(home, '.cursor', 'chats'),
    pattern: /\.db$/,
    unread: 'a database of its own: export a chat in Cursor and import that',
  },
]

/** Most files of one agent that are looked at. Ours. */
const MOST_FILES = 200_000

/** What lies in the known folders: counts and sizes. Opens no file. */
export async function findRuns(home: string, env: Environment): Promise<FoundRuns[]> {
  const found = await Promise.all(
    KNOWN.map(async (known): Promise<FoundRuns> => {
      const root = known.root(home, env)
      const files = await sessionsIn(root, known)
      const newest = files.reduce((latest, { at }) => Math.max(latest, at), 0)
      return {
        agent: known.agent,
        name: known.name,
        folder: root.startsWith(home) ? `~${root.slice(home.length)}` : root,
        sessionCount: files.length,
        byteCount: files.reduce((sum, { size }) => sum + size, 0),
        newestAt: newest > 0 ? new Date(newest).toISOString() : null,
        unread: known.unread ?? null,
      }
    }),
  )
  return found.filter(({ sessionCount }) => sessionCount > 0)
}

/** The sessions of one agent by path below its folder, the newest first. Opens no file. */
export async function listFound(agent: FoundAgent, home: string, env: Environment): Promise<FoundFile[]> {
  const known = knownOf(agent)
  const files = await sessionsIn(known.root(home, env), known)
  return files.toSorted((a, b) => b.at - a.at).map(({ name, size }) => ({ path: name, size }))
}

/** The bytes of one such session. Throws UserError `not-found-here` for any other path, `too-large`, `unreadable`. */
export async function readFound(
  agent: FoundAgent,
  path: string,
  home: string,
  env: Environment,
): Promise<Uint8Array> {
  const known = knownOf(agent)
  const root = known.root(home, env)
  const pieces = (await known.pieces?.(root, path)) ?? []
  const own = [...(known.pieces && pieces.includes(path) ? [] : [path]), ...pieces].map(slashed)
  const files = own.filter((one) => known.pattern.test(one)).map((one) => fileAt(root, one))
  const file = gather(files).find(({ name }) => name === path)
  const isInside = file !== undefined && (await liesIn(root, path))
  if (!isInside)
    throw new UserError('not-found-here', `${known.name} has no session at this path`, {
      place: path.slice(0, 300),
      hint: 'Look again what there is: it may have been removed.',
    })
  return file.read(FILE_LIMIT_BYTES)
}

function knownOf(agent: FoundAgent): KnownFolder {
  const known = KNOWN.find((one) => one.agent === agent)
  if (known === undefined)
    throw new UserError('not-found-here', `no folder is known of ${agent}`, {
      hint: 'Choose its files instead.',
    })
  return known
}

/** Links that lead out of the folder are not followed. */
async function liesIn(root: string, path: string): Promise<boolean> {
  try {
    const [real, top] = await Promise.all([realpath(join(root, path)), realpath(root)])
    return real.startsWith(top + sep)
  } catch {
    return false
  }
}

async function sessionsIn(root: string, known: KnownFolder) {
  const isFlat = known.agent === 'aider'
  const paths = isFlat ? await listed(root, '', false) : await listed(root, '')
  const files = paths
    .slice(0, MOST_FILES)
    .map(slashed)
    .filter((path) => known.pattern.test(path))
  return gather(files.map((path) => fileAt(root, path))).map(({ name, size }) => ({
    name,
    size,
    at: statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
}

/** Files below a folder, by path from the root; none where it is missing or closed. */
async function listed(root: string, folder: string, recursive = true): Promise<string[]> {
  try {
    const entries = await readdir(join(root, folder), { recursive, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .sort()
  } catch {
    return []
  }
}

function fileAt(root: string, path: string): NamedFile {
  const size = statSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0
  return {
    name: path,
    size,
    read: () => {
      refuseLarge(size, path)
      return readFileSync(join(root, path))
    },
  }
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}
