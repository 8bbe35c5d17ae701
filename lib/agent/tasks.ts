import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { UserError } from '../memory/errors.ts'
import { jsonOf } from '../memory/text/json-lines.ts'
import type { Place, Sandbox } from './sandbox.ts'

const taskFileSchema = z.object({
  id: z
    .string()
    .regex(/^[\w.-]{1,80}$/)
    .optional(),
  /** A folder of `repos/`; without it the task has a folder `repo` of its own. */
  repo: z
    .string()
    .regex(/^[\w.-]{1,80}$/)
    .optional(),
  title: z.string().optional(),
  /** What decides it, for reports. */
  group: z.string().nullish(),
  /** A command, run in the handed-in work; exit 0 = resolved, its last line the reason. `test` is another word for it. */
  verdict: z.string().optional(),
  test: z.string().optional(),
})

/** A task of a folder: what the agent is told, the layers of its repository, and the command that judges. */
export type Task = {
  id: string
  title: string
  group: string | null
  repo: string
  text: string
  /** Laid over one another before the start. */
  layers: string[]
  verdict: string
  /** Its own folder: `verdict/` is laid in after the work is handed in. */
  folder: string
}

/** The tasks of a folder in the order of their names. Throws UserError `bad-tasks` that names the file. */
export function readTasks(root: string): Task[] {
  if (!existsSync(root)) throw badTasks(root, 'There is no such folder.')
  const names = readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'task.md')))
    .sort()
  if (names.length === 0) throw badTasks(root, 'It holds no task: a folder with a task.md each.')
  return names.map((name) => readTask(root, name))
}

function readTask(root: string, name: string): Task {
  const folder = join(root, name)
  const file = join(folder, 'task.json')
  if (!existsSync(file)) throw badTasks(file, 'It is missing.')
  const read = taskFileSchema.safeParse(jsonOf(readFileSync(file, 'utf8')))
  if (!read.success)
    throw badTasks(
      file,
      read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    )
  const { id = name, title = id, group, repo, verdict, test } = read.data
  const base = repo === undefined ? join(folder, 'repo') : join(root, 'repos', repo)
  if (!existsSync(base)) throw badTasks(base, 'The repository of the task is missing.')
  const command = verdict ?? test
  if (!command) throw badTasks(file, 'It names no command that judges: "verdict", or "test".')
  const text = readFileSync(join(folder, 'task.md'), 'utf8')
  const layers = [base, join(folder, 'before')].filter((path) => existsSync(path))
  return { ...{ id, title, text, layers, folder }, group: group ?? null, repo: repo ?? id, verdict: command }
}

function badTasks(place: string, message: string): UserError {
  return new UserError('bad-tasks', message, {
    hint: 'A task is a folder with task.md, task.json ({"test": "command"}) and repo/; see docs/experiment.md.',
    place,
  })
}

/** SHA-256, hex, over names and bytes of every file of these tasks and their repositories: what an experiment was made with. */
export function hashOfTasks(tasks: readonly Task[]): string {
  const hash = createHash('sha256')
  const folders = [...new Set(tasks.flatMap(({ layers, folder }) => [...layers.slice(0, 1), folder]))].sort()
  for (const folder of folders)
    for (const path of filesUnder(folder))
      hash.update(`${basename(folder)}/${path}\n`).update(readFileSync(join(folder, path)))
  return hash.digest('hex')
}

/** Paths of all files below a folder, sorted. */
function filesUnder(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1))
    .sort()
}

/** A new place under the system's folder for passing files, with the layers laid over one another; all its times are one instant. Take it away with `leave`. */
export async function layOut(layers: readonly string[], uid: number): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'loupe-agent-'))
  const place = { repo: join(root, 'repo'), tmp: join(root, 'tmp'), uid }
  await mkdir(place.repo)
  await mkdir(place.tmp)
  for (const layer of layers) await cp(layer, place.repo, { recursive: true })
  if (process.getuid?.() === 0) handOverTo(root, uid)
  for (const path of filesUnder(place.repo)) utimesSync(join(place.repo, path), 1_700_000_000, 1_700_000_000)
  return place
}

function handOverTo(root: string, uid: number): void {
  chownSync(root, uid, uid)
  for (const name of readdirSync(root)) {
    const path = join(root, name)
    if (statSync(path).isDirectory()) handOverTo(path, uid)
    else chownSync(path, uid, uid)
  }
}

export function leave({ repo }: Place): void {
  rmSync(join(repo, '..'), { recursive: true, force: true, maxRetries: 3 })
}

/** How long a verdict may take, ms. Ours. */
const VERDICT_MS = 60_000
const LONGEST_REASON = 200

/** Judges work: a fresh copy, the hidden checks laid in, the command run in the sandbox. `work`: the layers, the agent's own last. */
export async function judge(task: Task, work: readonly string[], sandbox: Sandbox, uid: number) {
  const place = await layOut(work, uid)
  try {
    const hidden = join(task.folder, 'verdict')
    if (existsSync(hidden)) {
      rmSync(join(place.repo, 'verdict'), { recursive: true, force: true })
      await cp(hidden, join(place.repo, 'verdict'), { recursive: true })
    }
    const { output, exitCode } = await sandbox.run(task.verdict, place, VERDICT_MS)
    const reason = output.trim().split('\n').at(-1)?.trim().slice(0, LONGEST_REASON).toWellFormed() ?? ''
    return { isResolved: exitCode === 0, reason }
  } finally {
    leave(place)
  }
}

/** What does not hold of a task: it must fail as it is, pass with its fix, and refuse each wrong one. */
export async function faultsOfTask(task: Task, sandbox: Sandbox, uid: number): Promise<string[]> {
  const faults: string[] = []
  const look = async (name: string, layer: string[], isMeant: boolean) => {
    const { isResolved, reason } = await judge(task, [...task.layers, ...layer], sandbox, uid)
    if (isResolved !== isMeant)
      faults.push(`${name}: ${isResolved ? 'is resolved' : 'is refused'}: ${reason}`)
  }
  await look('as it is', [], false)
  const fix = join(task.folder, 'fix')
  if (existsSync(fix)) await look('with its fix', [fix], true)
  const wrong = join(task.folder, 'wrong')
  if (existsSync(wrong))
    for (const name of readdirSync(wrong).sort()) await look(`with wrong/${name}`, [join(wrong, name)], false)
  return faults
}
