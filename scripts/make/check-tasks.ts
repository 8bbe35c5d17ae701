/** `npx node scripts/make/check-tasks.ts [task ...]`: whether the repair tasks of loupe-mini hold what they promise. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'

export const TASKS = join(import.meta.dirname, '../../prisma/tasks/loupe-mini')

const STILL = 'refused: the reported fault is still there'

/** The ids of all tasks of a folder, sorted. */
export async function listTasks(folder = TASKS): Promise<string[]> {
  const names = await readdir(folder, { withFileTypes: true })
  return names
    .filter((each) => each.isDirectory() && each.name !== 'repos')
    .map(({ name }) => name)
    .sort()
}

/** What is wrong with a task, a sentence each: it must fail before, be resolved by its fix and refuse every wrong one. */
async function faultsOfTask(id: string, { folder = TASKS, visible = false }: Options): Promise<string[]> {
  const dir = join(folder, id)
  const { repo } = JSON.parse(await readFile(join(dir, 'task.json'), 'utf8')) as { repo: string }
  const start = [join(folder, 'repos', repo), join(dir, 'before')]
  const wrongs = await readdir(join(dir, 'wrong'))
  const faults = wrongs.length === 0 ? [`${id}: no wrong fix`] : []

  const untouched = await judge(dir, start)
  if (untouched !== STILL) faults.push(`${id}: untouched, "${untouched}"`)
  for (const attempt of ['fix', ...wrongs.map((name) => join('wrong', name))]) {
    const layers = [...start, join(dir, attempt)]
    const verdict = await judge(dir, layers)
    const right = attempt === 'fix' ? verdict === 'resolved' : /^refused: ./.test(verdict)
    if (!right) faults.push(`${id}: ${attempt}, "${verdict}"`)
    if (visible) faults.push(...(await failedTests(layers)).map((said) => `${id}: ${attempt}\n${said}`))
  }
  return faults
}

interface Options {
  folder?: string
  /** Whether the fixes must pass the visible tests as well: a process each. */
  visible?: boolean
}

/** The last line of the verdict on these files laid over one another; in a thread, a third of the time of a process. */
function judge(dir: string, layers: readonly string[]): Promise<string> {
  return inTree(layers, async (tree) => {
    await cp(join(dir, 'verdict'), join(tree, 'verdict'), { recursive: true })
    const thread = new Worker(join(tree, 'verdict/verdict.mjs'), { stdout: true, stderr: true, env: {} })
    const [said, code] = await Promise.all([
      text(thread.stdout),
      new Promise<number>((resolve, reject) => thread.on('exit', resolve).on('error', reject)),
    ])
    const line = said.trim().split('\n').at(-1) ?? ''
    return (code === 0) === (line === 'resolved') ? line : `exit code ${code}: ${line}`
  })
}

/** What the visible tests said when they failed. */
function failedTests(layers: readonly string[]): Promise<string[]> {
  return inTree(layers, async (tree) => {
    const failed = await new Promise<string>((resolve) => {
      execFile(process.execPath, ['--test'], { cwd: tree, env: { NODE_ENV: 'test' } }, (error, output) =>
        resolve(error ? output : ''),
      )
    })
    return failed ? [failed] : []
  })
}

async function inTree<T>(layers: readonly string[], use: (tree: string) => Promise<T>): Promise<T> {
  const tree = await mkdtemp(join(tmpdir(), 'loupe-task-'))
  try {
    for (const layer of layers) await cp(layer, tree, { recursive: true })
    return await use(tree)
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

/** The faults of all these tasks, as many at a time as there are cores. */
export async function faultsOfTasks(ids: readonly string[], options: Options = {}): Promise<string[]> {
  const waiting = [...ids]
  const faults: string[] = []
  const work = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) faults.push(...(await faultsOfTask(id, options)))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return faults.sort()
}

if (import.meta.main) {
  const asked = process.argv.slice(2)
  const ids = asked.length > 0 ? asked : await listTasks()
  const faults = await faultsOfTasks(ids, { visible: true })
  console.log(faults.length > 0 ? faults.join('\n') : `${ids.length} tasks hold what they promise.`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
