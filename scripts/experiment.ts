import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getArm } from '../lib/agent/arms/all-arms.ts'
import { openSandbox, type Sandbox } from '../lib/agent/sandbox.ts'
import { faultsOfTask, hashOfTasks, layOut, leave, readTasks, type Task } from '../lib/agent/tasks.ts'
import { putFile } from '../lib/jobs/experiment/answer-files.ts'
import { freezePlanFile, type Plan } from '../lib/jobs/experiment/plan.ts'
import type { EpisodeResult } from '../lib/jobs/experiment/play-episode.ts'
import { promptsHash } from '../lib/jobs/experiment/prompts-hash.ts'
import {
  answeringAgain,
  differing,
  historiesOf,
  type Recorded,
  readRecorded,
  recordExperiment,
} from '../lib/jobs/experiment/recorded.ts'
import { type ExperimentDeps, runExperiment } from '../lib/jobs/experiment/run-experiment.ts'
import { createSpending } from '../lib/jobs/experiment/spending.ts'
import { answeringBy, EXPERIMENT_WAYS } from '../lib/jobs/experiment/ways.ts'
import { createAnswerWays } from '../lib/llm/answer-ways.ts'
import { createJoinedEmbedder } from '../lib/llm/joined-embedder.ts'
import { openSentenceModel } from '../lib/llm/minilm/sentence-model.ts'
import { pause } from '../lib/llm/retry.ts'
import { csvCell } from '../lib/memory/text/csv-cell.ts'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE = `usage: npm run experiment -- --tasks DIR --out DIR --arms a,b [--seeds N] --with ${EXPERIMENT_WAYS.join(', ')} [--json]
  --tasks      folder of tasks, see docs/experiment.md; --check looks whether each holds what it promises, and ends
  --out        folder of the experiment; the same again goes on where it stopped
  --only       a,b: these tasks alone
  --block      tasks worked side by side, 1 to 5 (1)
  --parallel   episodes at once (as many as a block has)
  --steps      turns of an episode (16)
  --max-usd, --max-tokens          caps of the experiment (10, 5000000): dollars, and tokens where no price is told; "none" takes one away
  --episode-usd, --episode-tokens  the same for each episode, part of the plan (none)
  --primary    arm:base, the comparison that counts (the last arm against the first)
  --model      who answers, to be recorded
  --scripts    folder of answers for --with scripted: TASK/000.txt ... and TASK/lesson.json
  --plan       freezes the plan, and ends
  --record     DIR: writes what is done in --out as a recording, and ends
  --again      DIR: plays a recording again: the answers are the recorded ones, commands and verdicts really run
  --no-sandbox commands of the model run as you, where neither bubblewrap nor docker does`

const OPTIONS = {
  tasks: { type: 'string' },
  out: { type: 'string' },
  arms: { type: 'string' },
  only: { type: 'string' },
  seeds: { type: 'string', default: '1' },
  with: { type: 'string' },
  block: { type: 'string', default: '1' },
  parallel: { type: 'string' },
  steps: { type: 'string', default: '16' },
  'max-usd': { type: 'string', default: '10' },
  'max-tokens': { type: 'string', default: '5000000' },
  'episode-usd': { type: 'string', default: 'none' },
  'episode-tokens': { type: 'string', default: 'none' },
  primary: { type: 'string' },
  model: { type: 'string' },
  scripts: { type: 'string' },
  check: { type: 'boolean', default: false },
  plan: { type: 'boolean', default: false },
  record: { type: 'string' },
  again: { type: 'string' },
  'no-sandbox': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values']
/** Uids that no episode has. */
const UIDS = { probe: 2_060_999, check: 2_060_998 }
const rootPath = resolve(import.meta.dirname, '..')

await runScript(async () => {
  const { values } = readArguments(USAGE, OPTIONS)
  if (values.record !== undefined) {
    const episodes = recordExperiment(needed(values, 'out'), values.record)
    return say(values, { episodes }, `${episodes} episodes in ${values.record}`)
  }
  const all = readTasks(needed(values, 'tasks'))
  const only = values.only?.split(',')
  const tasks = all.filter(({ id }) => only?.includes(id) ?? true)
  if (values.plan) {
    const { frozenAt, sha256 } = freezePlanFile(needed(values, 'out'), planOf(values, tasks), new Date())
    return say(values, { frozenAt, sha256 }, `frozen ${frozenAt}, sha256 ${sha256}`)
  }
  const place = await layOut([], UIDS.probe)
  const sandbox = await openSandbox(place, values['no-sandbox']).finally(() => leave(place))
  if (sandbox.name !== 'bubblewrap') console.error(`commands run in: ${sandbox.name}`)
  if (values.check) return await check(values, tasks, sandbox)
  if (values.again !== undefined) return await playAgain(values, readRecorded(values.again), all, sandbox)
  const plan = planOf(values, tasks)
  const folder = resolve(needed(values, 'out'))
  const ways = createAnswerWays(process.env, {
    ...{ sleep: pause, random: Math.random, now: () => new Date(), clock: () => performance.now() },
    recording: () => null,
  })
  const meter = createSpending(folder, { usd: cap(values, 'max-usd'), tokens: cap(values, 'max-tokens') })
  const answering = answeringBy(plan.with, { scripts: values.scripts ?? null, open: ways.open, meter })
  // Whoever cannot be asked freezes nothing.
  const frozen = freezePlanFile(folder, plan, new Date())
  if (plan.with === 'handover')
    console.error(`Prompts wait for answers: node scripts/experiment/turn.mjs --list ${folder}`)
  const results = await play({ folder, plan, tasks, sandbox, answering }, values)
  const counts = plan.arms.map((name) => {
    const own = results.filter(({ episode }) => episode.arm === name)
    return `${name.padEnd(18)} ${own.filter(({ resolved }) => resolved).length} of ${own.length} resolved`
  })
  const table = join(folder, 'results.csv')
  putFile(table, resultsTable(plan, results))
  return say(values, { plan: frozen, results }, [...counts, `For Audit, Results: ${table}`].join('\n'))
})

/** What the page Results reads: a line an episode. */
function resultsTable({ model }: Plan, results: readonly EpisodeResult[]): string {
  const rows = results.map(({ episode, resolved, steps, calls }) => {
    const costs = calls.map(({ costUsd }) => costUsd)
    const cost = costs.includes(null) ? null : costs.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    const said = model ?? calls.find((call) => call.model !== null)?.model
    return [episode.task, resolved, episode.arm, episode.seed, episode.position, steps, cost, said, 'loupe']
  })
  const heads = 'instance_id resolved arm seed position steps cost_usd model agent'.split(' ')
  return [heads, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('')
}

type Play = Pick<
  ExperimentDeps,
  'folder' | 'plan' | 'tasks' | 'sandbox' | 'answering' | 'again' | 'lessonsPrompt'
>

async function play(what: Play, { parallel }: Values) {
  const sentences = openSentenceModel({ rootPath, clock: () => performance.now() })
  return await runExperiment({
    ...{ ...what, rootPath },
    embedder: createJoinedEmbedder((texts) => sentences.embed(texts, 'work')),
    parallel: parallel === undefined ? what.plan.block : whole(parallel, 'parallel', 100),
    tell: (line) => console.error(line),
  }).finally(() => sentences.stop())
}

/** The recorded answers, given to exactly the same prompts; commands, verdicts and memory are made again. */
async function playAgain(values: Values, recorded: Recorded, all: readonly Task[], sandbox: Sandbox) {
  const { plan, results: then } = recorded
  const tasks = all.filter(({ id }) => plan.tasks.includes(id))
  const { lessonsPrompt } = recorded
  const isSame = hashOfTasks(tasks) === plan.tasksSha256 && promptsHash(lessonsPrompt) === plan.promptsSha256
  if (!isSame) console.error('The tasks or the prompts are not those of then.')
  const folder = mkdtempSync(join(tmpdir(), 'loupe-again-'))
  try {
    const again = historiesOf(recorded)
    const now = await play(
      { folder, plan, tasks, sandbox, again, lessonsPrompt, answering: answeringAgain(recorded) },
      values,
    )
    const others = differing(then, now)
    const words =
      others.length === 0
        ? `${now.length} episodes, the same to the bit`
        : `came out otherwise: ${others.join(', ')}`
    say(values, { episodes: now.length, differing: others }, words)
    return others.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function check(values: Values, tasks: readonly Task[], sandbox: Sandbox): Promise<number> {
  const checked: { task: string; faults: string[] }[] = []
  for (const task of tasks)
    checked.push({ task: task.id, faults: await faultsOfTask(task, sandbox, UIDS.check) })
  const words = checked.map(({ task, faults }) =>
    [`${faults.length === 0 ? '✓' : '✗'} ${task}`, ...faults].join('\n    '),
  )
  say(values, checked, words.join('\n'))
  return checked.some(({ faults }) => faults.length > 0) ? 1 : 0
}

function planOf(values: Values, tasks: readonly Task[]): Plan {
  const arms = needed(values, 'arms')
    .split(',')
    .map((name) => getArm(name).name)
  const caps = { usd: cap(values, 'episode-usd'), tokens: cap(values, 'episode-tokens') }
  const [arm, base] = values.primary?.split(':') ?? [arms.at(-1), arms[0]]
  return {
    ...{
      tasksSha256: hashOfTasks(tasks),
      tasks: tasks.map(({ id }) => id),
      arms,
      with: needed(values, 'with'),
    },
    ...{
      seeds: whole(values.seeds, 'seeds'),
      block: whole(values.block, 'block', 5),
      steps: whole(values.steps, 'steps'),
    },
    ...(caps.usd === null && caps.tokens === null ? {} : { caps }),
    ...{ characters: 4_000, seconds: 30, model: values.model ?? null, promptsSha256: promptsHash() },
    primary:
      arm && base && arm !== base
        ? { arm, base, metric: 'resolved', interval: 'paired by task and seed, bootstrap 95 %' }
        : null,
  }
}

function say({ json }: Values, value: unknown, words: string): number {
  console.log(json ? JSON.stringify(value) : words)
  return 0
}

function needed(values: Values, name: 'tasks' | 'out' | 'arms' | 'with'): string {
  const value = values[name]
  if (value === undefined) throw new UsageError(`--${name} is needed.\n${USAGE}`)
  return value
}

function cap(values: Values, name: `${'max' | 'episode'}-${'usd' | 'tokens'}`): number | null {
  if (values[name] === 'none') return null
  const value = Number(values[name])
  if (value > 0) return value
  throw new UsageError(`--${name} is a number above 0, or none.\n${USAGE}`)
}

function whole(text: string, name: string, most = 10_000): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new UsageError(`--${name} is a whole number from 1 to ${most}.\n${USAGE}`)
}
