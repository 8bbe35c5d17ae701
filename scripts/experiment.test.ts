import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { unprotected } from '../lib/agent/sandbox.ts'
import { layOut, leave } from '../lib/agent/tasks.ts'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { startFakeOpenAi } from '../lib/llm/fixtures/fake-openai.ts'

const probe = await layOut([], 2_061_800)
const isRunnable = (await unprotected.run('true', probe, 10_000)).exitCode === 0
leave(probe)

/** A folder of tasks as a team has one: a repository, a text and a test command each. */
function tasksOf(folder: string, count: number): void {
  for (let i = 1; i <= count; i++) {
    const task = join(folder, `task-${i}`)
    mkdirSync(join(task, 'repo'), { recursive: true })
    writeFileSync(join(task, 'repo/sum.mjs'), 'export const sum = (a, b) => a - b\n')
    writeFileSync(join(task, 'task.md'), `Sums of order ${i} are wrong.\n`)
    writeFileSync(
      join(task, 'task.json'),
      JSON.stringify({
        test: 'node -e "import(\'./sum.mjs\').then(({ sum }) => { console.log(sum(2, 2)); process.exit(sum(2, 2) === 4 ? 0 : 1) })"',
      }),
    )
  }
}

const bash = (command: string) => `\`\`\`bash\n${command}\n\`\`\``
const LESSON = {
  ...{
    subtask: 1,
    category: 'EDIT',
    objective: 'Mend a sum that comes out as a difference',
    keywords: ['sum', 'sign', 'operator'],
  },
  ...{
    title: 'Look at the operator before the data',
    kind: 'pattern',
    when: 'A sum is too small by twice its second part.',
  },
  ...{
    do: 'Read the operator first.',
    because: 'A wrong sign takes away what should be added.',
    check: 'Two and two make four.',
    worth: 3,
    cure: 'written',
  },
  cites: [
    { part: 'when', step: 1, quote: 'I look at the sum' },
    { part: 'because', step: 1, quote: 'I look at the sum' },
  ],
}

/** Answers for each task; every other one mends the fault. */
function scriptsOf(folder: string, count: number): void {
  for (let i = 1; i <= count; i++) {
    const own = join(folder, `task-${i}`)
    mkdirSync(own, { recursive: true })
    const edit = i % 2 === 0 ? 'sed -i "s/a - b/a + b/" sum.mjs' : 'ls'
    writeFileSync(
      join(own, '000.txt'),
      `I look at the sum.\nSUBTASK: EDIT | Mend a sum that is too small | sum, operator\n${bash('cat sum.mjs')}`,
    )
    writeFileSync(join(own, '001.txt'), bash(edit))
    writeFileSync(join(own, '002.txt'), bash('echo SUBMIT'))
    writeFileSync(join(own, 'lesson.json'), JSON.stringify({ stages: [], lessons: [LESSON] }))
  }
}

const flags = ['--disable-warning=ExperimentalWarning', resolve('scripts/experiment.ts')]
function begin(
  words: readonly string[],
  env: Record<string, string> = {},
): {
  child: ChildProcess
  ended: Promise<{ code: number | null; out: string }>
} {
  const child = spawn(process.execPath, [...flags, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let out = ''
  child.stdout?.on('data', (part) => (out += part))
  child.stderr?.on('data', (part) => (out += part))
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, out }))) }
}

/** Everything of an experiment that is not a time or a made-up id. */
function whatCame(folder: string): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const part of ['results', 'runs', 'lessons'])
    for (const name of readdirSync(join(folder, part)).sort())
      kept[`${part}/${name}`] = readFileSync(join(folder, part, name), 'utf8')
  return kept
}

it.skipIf(!isRunnable)(
  'an experiment that was killed three times ends as one that was not, and plays again to the bit',
  { timeout: 900_000 },
  async () => {
    const root = temporaryFolder()
    const [tasks, scripts, whole, killed, recording] = [
      'tasks',
      'scripts',
      'whole',
      'killed',
      'recording',
    ].map((name) => join(root, name)) as [string, string, string, string, string]
    tasksOf(tasks, 2)
    scriptsOf(scripts, 2)
    const arms = ['vanilla', 'instance', 'subtask']
    const words = (out: string) => [
      '--tasks',
      tasks,
      '--out',
      out,
      '--arms',
      arms.join(','),
      '--seeds',
      '1',
      '--with',
      'scripted',
      '--scripts',
      scripts,
      '--parallel',
      '3',
      '--steps',
      '8',
      '--no-sandbox',
    ]
    expect(await begin(words(whole)).ended).toMatchObject({ code: 0 })
    const all = readdirSync(join(whole, 'results')).length
    for (const share of [0.1, 0.4, 0.7]) {
      const { child, ended } = begin(words(killed))
      const isDone = () => {
        try {
          return readdirSync(join(killed, 'results')).length >= share * all
        } catch {
          return false
        }
      }
      while (!isDone() && child.exitCode === null) await new Promise((later) => setTimeout(later, 20))
      child.kill('SIGKILL')
      await ended
    }
    expect(await begin(words(killed)).ended).toMatchObject({ code: 0 })
    expect(whatCame(killed)).toEqual(whatCame(whole))
    expect(Object.keys(whatCame(whole)).filter((name) => name.startsWith('results/'))).toHaveLength(
      arms.length * 2,
    )

    expect(await begin(['--out', whole, '--record', recording]).ended).toMatchObject({ code: 0 })
    const again = ['--tasks', tasks, '--again', recording, '--no-sandbox', '--parallel', '3']
    const played = await begin(again).ended
    expect(played.out).toContain('the same to the bit')
    const file = join(recording, 'answers.jsonl')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/("name":"turn-001","promptSha256":")./, '$1x'))
    expect(await begin(again).ended).toMatchObject({
      code: 1,
      out: expect.stringMatching(/prompt .*\/turn-001 is not what was asked then/),
    })
  },
)

/** The answer to a prompt of an experiment: a look, then handing in; of a run no lesson. */
const answerTo = (prompt: string) =>
  prompt.includes('"lessons"')
    ? { stages: [], lessons: [] }
    : { answer: bash(prompt.includes('=== YOUR ANSWER ===') ? 'echo SUBMIT' : 'cat sum.mjs') }

it.skipIf(!isRunnable).each(['openai', 'command'])(
  'with %s an experiment stops at its cap, and with a higher one goes on without asking twice',
  { timeout: 120_000 },
  async (way) => {
    const root = temporaryFolder()
    const [tasks, out, asked] = ['tasks', 'out', 'asked'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ]
    tasksOf(tasks, 2)
    const model = join(root, 'model.mjs')
    writeFileSync(
      model,
      `#!${process.execPath}\nimport { appendFileSync, readFileSync } from 'node:fs'
const bash = ${bash.toString()}
const answerTo = ${answerTo.toString()}
appendFileSync(${JSON.stringify(asked)}, 'x')
console.log(JSON.stringify(answerTo(readFileSync(0, 'utf8'))))\n`,
      { mode: 0o755 },
    )
    const server = await startFakeOpenAi({
      reply: ({ messages }) => JSON.stringify(answerTo(messages.map(({ content }) => content).join('\n'))),
    })
    onTestFinished(() => server.close())
    const count = () => (way === 'openai' ? server.chats.length : readFileSync(asked, 'utf8').length)
    const env = {
      ...{ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-none', OPENAI_CHAT_MODEL: 'm' },
      ...{
        OPENAI_CHAT_INPUT_PRICE: '1',
        OPENAI_CHAT_OUTPUT_PRICE: '1',
        MODEL_COMMAND: JSON.stringify([model]),
      },
    }
    const words = ['--tasks', tasks, '--out', out, '--arms', 'vanilla,subtask', '--with', way, '--no-sandbox']
    const cap = way === 'openai' ? '--max-usd' : '--max-tokens'
    const stopped = await begin([...words, cap, way === 'openai' ? '0.000001' : '1'], env).ended
    expect(stopped).toMatchObject({ code: 1, out: expect.stringContaining('for this experiment is reached') })
    expect(count()).toBeGreaterThan(0)
    expect(count()).toBeLessThan(5)
    expect(await begin(words, env).ended).toMatchObject({ code: 0 })
    // Two turns of each of four episodes, and a reading of each of the two with memory.
    expect(count()).toBe(10)
    expect(readdirSync(join(out, 'results'))).toHaveLength(4)
    // An episode that has spent what it may is not read for lessons: that would be one call more.
    const capped = [...words.map((word) => (word === out ? `${out}-capped` : word)), '--episode-tokens', '1']
    const priced = { ...env, OPENAI_CHAT_INPUT_PRICE: '' }
    expect(await begin(capped, priced).ended).toMatchObject({ code: 0 })
    expect(count()).toBe(10 + 4)
    expect(readFileSync(join(out, 'results.csv'), 'utf8').trim().split('\n')).toHaveLength(5)
  },
)

it('a task is checked against its own promises, by name', async () => {
  const root = temporaryFolder()
  tasksOf(root, 1)
  cpSync(join(root, 'task-1/repo'), join(root, 'task-1/fix'), { recursive: true })
  expect(await begin(['--tasks', root, '--check', '--no-sandbox']).ended).toMatchObject({
    code: 1,
    out: expect.stringMatching(/✗ task-1\n +with its fix: is refused/),
  })
  writeFileSync(join(root, 'task-1/fix/sum.mjs'), 'export const sum = (a, b) => a + b\n')
  expect(await begin(['--tasks', root, '--check', '--no-sandbox']).ended).toMatchObject({ code: 0 })
  rmSync(join(root, 'task-1/task.json'))
  expect(await begin(['--tasks', root, '--check', '--no-sandbox']).ended).toMatchObject({
    code: 1,
    out: expect.stringContaining('task-1/task.json'),
  })
})
