import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCAL_EMBEDDER_ID } from '../lib/llm/local-embedder.ts'
import { UserError } from '../lib/memory/errors.ts'
import { primaryPlace } from '../lib/memory/studies/ladder/primary-place.ts'
import {
  WORKBENCH_ARMS,
  WORKBENCH_DESIGNS,
  type WorkbenchCell,
  type WorkbenchPair,
  type WorkbenchPlan,
  type WorkbenchRun,
  workbenchArmSchema,
  workbenchDesignSchema,
  workbenchRunSchema,
} from '../lib/memory/studies/ladder/workbench-file.ts'
import { withStrayRejections } from '../lib/workbench/code/run-code.ts'
import { openAttempt } from '../lib/workbench/open-attempt.ts'
import { makePlan } from '../lib/workbench/plan.ts'
import { createWorkbenchEmbedder } from '../lib/workbench/run-part.ts'
import { runPlan } from '../lib/workbench/run-plan.ts'
import { type FrozenWorld, readWorld } from '../lib/workbench/worlds/read-worlds.ts'
import { headCommit } from './reach/head-commit.ts'
import { readArguments, report, UsageError } from './reach/run-script.ts'

const USAGE = `usage: npm run workbench -- [--world W] [--design ${WORKBENCH_DESIGNS.join(', ')}] [--arms a,b] [--sizes 0,1,2,5,...] [--budget N] [--draws N] [--tasks N] [--seed N] [--threads N] [--out FILE] [--json]
       npm run workbench -- --again FILE [--attempt ARM,SIZE,DRAW,TASK --out FOLDER]`
const rootPath = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

try {
  process.exitCode = await work()
} catch (error) {
  process.exitCode = report(error)
}

async function work(): Promise<number> {
  const { values } = readArguments(USAGE, {
    world: { type: 'string', default: 'recurring' },
    design: { type: 'string', default: 'ladder' },
    arms: { type: 'string' },
    sizes: { type: 'string' },
    budget: { type: 'string' },
    draws: { type: 'string' },
    tasks: { type: 'string' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string' },
    out: { type: 'string' },
    again: { type: 'string' },
    attempt: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const threads = count('threads', values.threads, 1) ?? Math.min(8, availableParallelism())
  if (values.again && values.attempt) return await writeAttempt(values.again, values.attempt, values.out)
  if (values.again) return await runAgain(values.again, threads)
  const design = workbenchDesignSchema.safeParse(values.design)
  if (!design.success) throw new UsageError(`--design is one of ${WORKBENCH_DESIGNS.join(', ')}.\n${USAGE}`)
  const world = readWorld(values.world, rootPath)
  const plan = makePlan(world, LOCAL_EMBEDDER_ID, {
    design: design.data,
    seed: count('seed', values.seed, 0) ?? 1,
    arms: values.arms?.split(',').map(readArm) ?? null,
    sizes: values.sizes?.split(',').map((size) => count('sizes', size, 0) ?? 0) ?? null,
    budget: count('budget', values.budget, 1),
    draws: count('draws', values.draws, 1),
    tasks: count('tasks', values.tasks, 1),
  })
  const run = await runPlan(plan, {
    rootPath,
    threads,
    commit: headCommit(rootPath),
    drawn: sayDraw(plan),
  })
  if (values.out) writeFileSync(values.out, `${JSON.stringify(run)}\n`)
  console.log(values.json ? JSON.stringify(run.result) : table(run))
  return 0
}

/** Runs the plan of a kept run once more. Ends with 1 when anything came out otherwise. */
async function runAgain(path: string, threads: number): Promise<number> {
  const kept = readKeptRun(path)
  worldOf(kept.plan, path)
  const run = await runPlan(kept.plan, { rootPath, threads, commit: kept.commit, drawn: sayDraw(kept.plan) })
  const isSame = JSON.stringify(run) === JSON.stringify(kept)
  console.log(isSame ? `${path}: the same, bit for bit` : `${path}: something came out otherwise`)
  return isSame ? 0 : 1
}

/** One attempt of a kept run once more, as a trajectory file that can be imported, and the attempts its lessons are from. */
async function writeAttempt(path: string, place: string, folder: string | undefined): Promise<number> {
  const [arm = '', size, draw, ...id] = place.split(',')
  const taskId = id.join(',')
  if (!folder || !taskId)
    throw new UsageError(`--attempt names ARM,SIZE,DRAW,TASK and needs --out.\n${USAGE}`)
  const { plan } = readKeptRun(path)
  const made = await withStrayRejections(() =>
    openAttempt(
      worldOf(plan, path),
      plan,
      {
        ...primaryPlace(plan),
        arm: readArm(arm),
        size: count('attempt', size, 0) ?? 0,
        draw: count('attempt', draw, 0) ?? 0,
        taskId,
      },
      createWorkbenchEmbedder(),
    ),
  )
  mkdirSync(folder, { recursive: true })
  for (const { instanceId, text } of [made, ...made.sources])
    writeFileSync(join(folder, `${instanceId}.traj.json`), text)
  console.log(
    `${made.instanceId}: ${made.resolved ? 'resolved' : 'not resolved'}, with ${made.sources.length} attempts that its lessons are from`,
  )
  return 0
}

/** The world of a plan. Throws a UserError when it has changed since: what came out would not belong together. */
function worldOf({ world: name, worldHash }: WorkbenchPlan, path: string): FrozenWorld {
  const world = readWorld(name, rootPath)
  if (world.hash === worldHash) return world
  throw new UserError('another-world', `${path} is of another state of the world ${name}.`, {
    hint: `It names ${worldHash.slice(0, 12)}, here is ${world.hash.slice(0, 12)}: run it with the version it was made with.`,
  })
}

function readKeptRun(path: string): WorkbenchRun {
  try {
    return workbenchRunSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new UserError('no-run', `${path} holds no run: ${error instanceof Error ? error.message : error}`, {
      hint: 'Give a file that --out has written.',
    })
  }
}

function sayDraw({ draws }: WorkbenchPlan) {
  return (draw: number) => void process.stderr.write(`draw ${draw + 1} of ${draws}\n`)
}

function readArm(name: string) {
  const arm = workbenchArmSchema.safeParse(name)
  if (!arm.success)
    throw new UsageError(`--arms names "${name}"; there are ${WORKBENCH_ARMS.join(', ')}.\n${USAGE}`)
  return arm.data
}

function count(name: string, text: string | undefined, least: number): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > 0xffff_ffff)
    throw new UsageError(`--${name} takes whole numbers from ${least}.\n${USAGE}`)
  return value
}

/** How good the key of EDIT was behind a difference, beside it. */
function keyWords(cells: readonly WorkbenchCell[], { a, size, budget }: WorkbenchPair): string {
  const key = cells.find((cell) => cell.arm === a && cell.size === size && cell.budget === budget)?.key
  if (!key) return ''
  const share = key.told === 0 ? 'none told' : `${((100 * key.right) / key.told).toFixed(1)} % right`
  return `   key: ${share} of ${key.told} told, AUC ${key.auc?.toFixed(3) ?? '–'}`
}

function table({ plan, result }: WorkbenchRun): string {
  const percent = (share: number | null) => (share === null ? '–' : (100 * share).toFixed(1)).padStart(6)
  const place = ({ size, budget, misprediction }: Pick<WorkbenchCell, 'size' | 'budget' | 'misprediction'>) =>
    `${String(size).padStart(5)}${plan.budgets.length > 1 ? String(budget).padStart(8) : ''}${plan.mispredictions.length > 1 ? misprediction.toFixed(2).padStart(7) : ''}`
  const head = `${'arm'.padEnd(20)} ${'size'.padStart(5)}${plan.budgets.length > 1 ? '  budget' : ''}${plan.mispredictions.length > 1 ? '  wrong' : ''}`
  return [
    `A search program, not a language model. measured: world ${plan.world} (${plan.worldHash.slice(0, 12)}), ${plan.design}, seed ${plan.seed}, ${plan.tasks} tasks, ${plan.draws} draws, budget ${plan.budgets.join(', ')} steps`,
    `decided before: ${plan.primary.a} against ${plan.primary.b} at ${plan.primary.size}`,
    '',
    `${head}  resolved %   95 % interval   steps`,
    ...result.cells.map(
      (cell) =>
        `${cell.arm.padEnd(20)} ${place(cell)}      ${percent(cell.resolvedShare)} ${percent(cell.low)} to ${percent(cell.high)}  ${cell.steps.toFixed(1).padStart(6)}`,
    ),
    '',
    'paired differences, percentage points, 95 % interval over functions and draws',
    ...result.paired.map(
      (pair) =>
        `  ${`${pair.a} − ${pair.b}`.padEnd(38)} ${place(pair)}  ${pair.differencePp.toFixed(1).padStart(6)}  ${pair.low?.toFixed(1) ?? '–'} to ${pair.high?.toFixed(1) ?? '–'}${keyWords(result.cells, pair)}`,
    ),
  ].join('\n')
}
