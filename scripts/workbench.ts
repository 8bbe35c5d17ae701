import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { LOCAL_EMBEDDER_ID } from '../lib/llm/local-embedder.ts'
import { UserError } from '../lib/memory/errors.ts'
import {
  WORKBENCH_ARMS,
  WORKBENCH_DESIGNS,
  type WorkbenchCell,
  type WorkbenchPlan,
  type WorkbenchRun,
  workbenchArmSchema,
  workbenchDesignSchema,
  workbenchRunSchema,
} from '../lib/memory/workbench/workbench.ts'
import { headCommit } from '../lib/workbench/head-commit.ts'
import { makePlan } from '../lib/workbench/plan.ts'
import { runPlan } from '../lib/workbench/run-plan.ts'
import { readWorld } from '../lib/workbench/worlds/read-worlds.ts'
import { readArguments, UsageError } from './reach/arguments.ts'
import { report } from './reach/run-script.ts'

const USAGE = `usage: npm run workbench -- [--world W] [--design ${WORKBENCH_DESIGNS.join(', ')}] [--arms a,b] [--sizes 0,1,2,5,...] [--budget N] [--draws N] [--tasks N] [--seed N] [--threads N] [--out FILE] [--json]\n       npm run workbench -- --again FILE`
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
    json: { type: 'boolean', default: false },
  })
  const threads = count('threads', values.threads, 1) ?? Math.min(8, availableParallelism())
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
  const { hash } = readWorld(kept.plan.world, rootPath)
  if (hash !== kept.plan.worldHash)
    throw new UserError('another-world', `${path} is of another state of the world ${kept.plan.world}.`, {
      hint: `It names ${kept.plan.worldHash.slice(0, 12)}, here is ${hash.slice(0, 12)}: run it with the version it was made with.`,
    })
  const run = await runPlan(kept.plan, { rootPath, threads, commit: kept.commit, drawn: sayDraw(kept.plan) })
  const isSame = JSON.stringify(run) === JSON.stringify(kept)
  console.log(isSame ? `${path}: the same, bit for bit` : `${path}: something came out otherwise`)
  return isSame ? 0 : 1
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
        `  ${`${pair.a} − ${pair.b}`.padEnd(38)} ${place(pair)}  ${pair.differencePp.toFixed(1).padStart(6)}  ${pair.low?.toFixed(1) ?? '–'} to ${pair.high?.toFixed(1) ?? '–'}`,
    ),
  ].join('\n')
}
