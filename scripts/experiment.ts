import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getArm } from '../lib/agent/arms/all-arms.ts'
import { bubblewrap, openSandbox } from '../lib/agent/sandbox.ts'
import { faultsOfTask, hashOfTasks, layOut, leave, readTasks } from '../lib/agent/tasks.ts'
import { freezePlanFile, type Plan } from '../lib/jobs/experiment/plan.ts'
import { promptsHash } from '../lib/jobs/experiment/prompts-hash.ts'
import { runExperiment } from '../lib/jobs/experiment/run-experiment.ts'
import { answeringBy, EXPERIMENT_WAYS } from '../lib/jobs/experiment/ways.ts'
import { createJoinedEmbedder } from '../lib/llm/joined-embedder.ts'
import { openSentenceModel } from '../lib/llm/minilm/sentence-model.ts'
import { readArguments, UsageError } from './reach/arguments.ts'
import { runScript } from './reach/run-script.ts'

const USAGE = `usage: npm run experiment -- --tasks DIR --out DIR --arms a,b [--seeds N] --with ${EXPERIMENT_WAYS.join(', ')} [--json]
  --tasks      folder of tasks, see docs/experiment.md; --check looks whether each holds what it promises, and ends
  --out        folder of the experiment; the same again goes on where it stopped
  --only       a,b: these tasks alone
  --block      tasks worked side by side, 1 to 5 (1)
  --parallel   episodes at once (as many as a block has)
  --steps      turns of an episode (16)
  --primary    arm:base, the comparison that counts (the last arm against the first)
  --model      who answers, to be recorded
  --scripts    folder of answers for --with scripted: TASK/000.txt ... and TASK/lesson.json
  --plan       freezes the plan, and ends
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
  primary: { type: 'string' },
  model: { type: 'string' },
  scripts: { type: 'string' },
  check: { type: 'boolean', default: false },
  plan: { type: 'boolean', default: false },
  'no-sandbox': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

await runScript(async () => {
  const { values } = readArguments(USAGE, OPTIONS)
  const rootPath = resolve(import.meta.dirname, '..')
  if (values.tasks === undefined) throw new UsageError(`--tasks is needed.\n${USAGE}`)
  const all = readTasks(values.tasks)
  const only = values.only?.split(',')
  const tasks = all.filter(({ id }) => !only || only.includes(id))
  const place = await layOut([], 60_999)
  const sandbox = await openSandbox(place, values['no-sandbox']).finally(() => leave(place))
  if (sandbox.name !== bubblewrap.name) console.error(`commands run in: ${sandbox.name}`)
  if (values.check) {
    const checked = []
    for (const task of tasks) {
      const faults = await faultsOfTask(task, sandbox, 60_998)
      checked.push({ task: task.id, faults })
      if (!values.json)
        console.log(
          `${faults.length === 0 ? '✓' : '✗'} ${task.id}${faults.map((fault) => `\n    ${fault}`).join('')}`,
        )
    }
    if (values.json) console.log(JSON.stringify(checked))
    return checked.some(({ faults }) => faults.length > 0) ? 1 : 0
  }
  const { out, arms: named, with: way } = values
  if (!out || !named || !way) throw new UsageError(`--out, --arms and --with are needed.\n${USAGE}`)
  const arms = named.split(',').map((name) => getArm(name).name)
  const [arm, base] = values.primary?.split(':') ?? [arms.at(-1), arms[0]]
  const plan: Plan = {
    ...{ tasksSha256: hashOfTasks(values.tasks), tasks: tasks.map(({ id }) => id), arms, with: way },
    ...{
      seeds: whole(values.seeds, 'seeds'),
      block: whole(values.block, 'block', 5),
      steps: whole(values.steps, 'steps'),
    },
    ...{ characters: 4_000, seconds: 30, model: values.model ?? null, promptsSha256: promptsHash() },
    primary:
      arm && base && arm !== base
        ? { arm, base, metric: 'resolved', interval: 'paired by task and seed, bootstrap 95 %' }
        : null,
  }
  mkdirSync(out, { recursive: true })
  const frozen = freezePlanFile(out, plan, new Date())
  if (values.plan) {
    console.log(
      values.json
        ? JSON.stringify(frozen)
        : `frozen ${frozen.frozenAt}, sha256 ${frozen.sha256}: ${join(out, 'plan.json')}`,
    )
    return 0
  }
  const sentences = openSentenceModel({ rootPath, clock: () => performance.now() })
  const results = await runExperiment({
    ...{ folder: resolve(out), rootPath, plan, tasks, sandbox },
    embedder: createJoinedEmbedder((texts) => sentences.embed(texts, 'work')),
    answering: answeringBy(way, { model: plan.model, scripts: values.scripts ?? null }),
    parallel: values.parallel === undefined ? plan.block : whole(values.parallel, 'parallel', 100),
    tell: (line) => console.error(line),
  }).finally(() => sentences.stop())
  if (values.json) console.log(JSON.stringify({ plan: frozen, results }))
  else
    for (const name of arms) {
      const own = results.filter(({ episode }) => episode.arm === name)
      console.log(
        `${name.padEnd(18)} ${own.filter(({ resolved }) => resolved).length} of ${own.length} resolved`,
      )
    }
  return 0
})

function whole(text: string, name: string, most = 10_000): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new UsageError(`--${name} is a whole number from 1 to ${most}.\n${USAGE}`)
}
