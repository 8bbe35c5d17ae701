import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What became of a change: decided by its added lines, never by time alone. `unknown` where they do not tell. */
type Fate = 'kept' | 'reverted' | 'fixed again' | 'never committed' | 'unknown'

interface GitFate {
  fate: Fate
  /** The rule that decided, and what it saw. */
  rule: string
  /** Share of the change's telling lines that speak for it, 0..1; null where nothing was decided. */
  certainty: number | null
  /** Commit that brought the change in, short hash. */
  commit: string | null
}

/** Share of the lines that must be seen, and of those that must be gone, to decide; fewest lines that tell. Ours. */
const MOST = 0.8
const FEWEST = 2
/** A line tells when it is this long and more than brackets. */
const TELLING = 8
/** A change is kept once its lines stood this long, days; what replaced them later says nothing of it. Ours. */
const KEPT_DAYS = 7
const DAY_MS = 86_400_000
const MOST_BYTES = 256 * 1_048_576

interface Commit {
  hash: string
  atMs: number
  added: Set<string>
  removed: Set<string>
}

/** What a repository's commits say, read once for many changes. */
interface GitHistory {
  /** Commits of all branches since an instant, oldest first. */
  since: (at: string) => Commit[]
  /** Lines of all files as they stood at an instant. */
  linesBefore: (at: string) => Promise<Set<string>>
  head: Set<string>
  /** Commits on HEAD's own line; others came by a merge. */
  mainline: Set<string>
  nowMs: number
}

/** Reads a repository's commits since an instant (ISO), of all branches, as they stand now. */
export async function openHistory(root: string, since: string, now: Date): Promise<GitHistory> {
  const commits = await commitsSince(root, since)
  const known = new Map<string, Promise<Set<string>>>()
  return {
    since: (at) => commits.filter((commit) => commit.atMs >= Date.parse(at)),
    linesBefore: async (at) => {
      const commit = (await git(root, 'rev-list', '-1', `--before=${at}`, 'HEAD')).trim()
      const lines =
        known.get(commit) ?? (commit === '' ? Promise.resolve(new Set<string>()) : linesOf(root, commit))
      known.set(commit, lines)
      return await lines
    },
    head: await linesOf(root, 'HEAD'),
    mainline: new Set((await git(root, 'rev-list', '--first-parent', 'HEAD')).split('\n')),
    nowMs: now.getTime(),
  }
}

/**
 * What became of a change: `added` are the lines that a session wrote, `startedAt` when it began (ISO; commits before are not its
 * own). A rebased or squashed commit counts by its content.
 */
export async function gitFate(
  history: GitHistory,
  { added, startedAt }: { added: readonly string[]; startedAt: string },
): Promise<GitFate> {
  const lines = new Set(added.map((line) => line.trim()).filter(tells))
  if (lines.size < FEWEST) return unknown(`fewer than ${FEWEST} lines that tell`)
  const commits = history.since(startedAt)
  const before = await history.linesBefore(startedAt)
  // What stood in the repository already says nothing of this change.
  const own = [...lines].filter((line) => !before.has(line))
  if (own.length < FEWEST) return unknown('its lines stood in the repository before')
  const seen = new Set(own.filter((line) => commits.some((commit) => commit.added.has(line))))
  if (seen.size === 0)
    return commits.length === 0
      ? unknown('nothing was committed since')
      : {
          fate: 'never committed',
          rule: `none of ${own.length} lines is in any commit since`,
          certainty: 1,
          commit: null,
        }
  if (seen.size < MOST * own.length) return unknown(`${seen.size} of ${own.length} lines were committed`)
  const first = commits.find((commit) => [...seen].some((line) => commit.added.has(line)))
  const { head, mainline, nowMs } = history
  const left = [...seen].filter((line) => head.has(line))
  const commit = first?.hash.slice(0, 12) ?? null
  const share = (count: number) => Math.round((100 * count) / seen.size) / 100
  if (left.length === 0) {
    const taker = commits.find((one) => one !== first && [...seen].every((line) => one.removed.has(line)))
    // Taken out at once and nothing put in its place is a revert; else somebody wrote it anew.
    if (taker && ![...taker.added].some(tells))
      return {
        fate: 'reverted',
        rule: `${taker.hash.slice(0, 12)} takes out all ${seen.size} lines`,
        certainty: 1,
        commit,
      }
    if (taker && first && isInverse(first, taker))
      return {
        fate: 'reverted',
        rule: `${taker.hash.slice(0, 12)} is the inverse of ${commit}`,
        certainty: 1,
        commit,
      }
  }
  const replaced = commits.find(
    (one) => one !== first && [...seen].some((line) => !head.has(line) && one.removed.has(line)),
  )
  if (left.length === 0 && replaced === undefined) return unknown('on no branch that HEAD has')
  const gone = seen.size - left.length
  const stoodDays = Math.floor(((replaced?.atMs ?? nowMs) - (first?.atMs ?? nowMs)) / DAY_MS)
  if (replaced && stoodDays < KEPT_DAYS)
    return {
      fate: 'fixed again',
      rule: `${gone} of ${seen.size} lines were replaced within ${KEPT_DAYS} days`,
      certainty: share(gone),
      commit,
    }
  if (!replaced && left.length < MOST * seen.size)
    return unknown(`${left.length} of ${seen.size} lines are in HEAD`)
  if (stoodDays < KEPT_DAYS)
    return unknown(`in HEAD for ${stoodDays} of the ${KEPT_DAYS} days after which it counts as kept`)
  const how = first && !mainline.has(first.hash) ? ', merged' : ''
  return {
    fate: 'kept',
    rule: replaced
      ? `all ${seen.size} lines stood ${stoodDays} days${how}`
      : `${left.length} of ${seen.size} lines are in HEAD after ${stoodDays} days${how}`,
    certainty: replaced ? 1 : share(left.length),
    commit,
  }
}

const tells = (line: string) => line.trim().length >= TELLING && /[\p{L}\d]{3}/u.test(line)
const unknown = (rule: string): GitFate => ({ fate: 'unknown', rule, certainty: null, commit: null })

function isInverse(a: Commit, b: Commit): boolean {
  const equal = (one: Set<string>, two: Set<string>) =>
    one.size === two.size && [...one].every((line) => two.has(line))
  return equal(a.added, b.removed) && equal(a.removed, b.added)
}

/** Commits of all branches since an instant, oldest first, with the lines they add and remove. */
async function commitsSince(root: string, since: string): Promise<Commit[]> {
  const text = await git(
    root,
    'log',
    '--all',
    '--reverse',
    '--no-merges',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '-p',
    '-U0',
    `--since=${since}`,
    '--format=%x01%H %ct',
  )
  return text
    .split('\u0001')
    .slice(1)
    .map((piece) => {
      const [head = '', ...lines] = piece.split('\n')
      const [hash = '', seconds] = head.split(' ')
      const of = (sign: string) =>
        new Set(
          lines
            .filter((line) => line.startsWith(sign) && !/^(?:\+\+\+|---) /.test(line))
            .map((line) => line.slice(1).trim()),
        )
      return { hash, atMs: Number(seconds) * 1_000, added: of('+'), removed: of('-') }
    })
}

async function linesOf(root: string, commit: string): Promise<Set<string>> {
  const text = await git(root, 'grep', '-I', '-h', '-e', '[[:alnum:]]', commit, '--').catch(() => '')
  return new Set(text.split('\n').map((line) => line.trim()))
}

async function git(root: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', root, ...args], { maxBuffer: MOST_BYTES })
  return stdout
}
