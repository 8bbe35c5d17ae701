import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type COMMAND_LIMITS, createCommandCompleter } from './command-completer.ts'
import { requestHash } from './complete.ts'
import { readCommandSettings } from './openai/chat-settings.ts'
import { isOfTheWay } from './retry.ts'

const request = {
  purpose: 'judge',
  prompt: 'judge@1',
  system: 'You judge.',
  user: 'Step 1: $(touch /tmp/never) `id` "quoted"',
  schema: z.strictObject({ verdict: z.enum(['correct', 'incorrect']) }),
}

const pause = { sleep: async () => undefined, random: () => 0 }

/** A command that does what `body` (JavaScript, with `prompt` at hand) says. */
function command(
  body: string,
  env: Record<string, string> = {},
  limits: Partial<typeof COMMAND_LIMITS> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-test-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'model.mjs')
  writeFileSync(
    path,
    `#!${process.execPath}\nimport { readFileSync, writeFileSync, existsSync } from 'node:fs'
const folder = ${JSON.stringify(folder)}
const prompt = readFileSync(0, 'utf8')
${body}\n`,
  )
  chmodSync(path, 0o755)
  const settings = readCommandSettings({
    PATH: process.env.PATH,
    SECRET_OF_ANOTHER: 'x',
    MODEL_COMMAND: JSON.stringify([path, '-p', 'a b; echo c']),
    ...env,
  })
  if (!settings) throw new Error('no settings')
  let clock = 0
  const completer = createCommandCompleter(settings, {
    now: () => new Date(0),
    clock: () => (clock += 5),
    limits: { timeoutMs: 5_000, mostBytes: 10_000, graceMs: 100, ...limits },
    ...pause,
  })
  return { folder, completer }
}

describe('a command', () => {
  it('reads the whole prompt on standard input and prints the answer', async () => {
    const { completer, folder } = command(
      `writeFileSync(folder + '/seen', JSON.stringify({ prompt, argv: process.argv.slice(2), env: Object.keys(process.env).sort(), cwd: process.cwd() }))
       console.log('\`\`\`json\\n{"verdict": "correct"}\\n\`\`\`')`,
      { MODEL_COMMAND_ENV: 'NAMED', NAMED: '1', MODEL_COMMAND_NAME: 'small-1' },
    )
    const answer = await completer.complete(request)
    expect(answer).toEqual({
      hash: requestHash(request),
      value: { verdict: 'correct' },
      provider: 'command',
      model: 'small-1',
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
      latencyMs: 5,
      at: '1970-01-01T00:00:00.000Z',
    })
    const seen = JSON.parse(readFileSync(join(folder, 'seen'), 'utf8'))
    expect(seen.prompt).toContain(request.user)
    expect(seen.prompt).toContain('"enum":["correct","incorrect"]')
    expect(seen.argv).toEqual(['-p', 'a b; echo c'])
    expect(seen.env.filter((name: string) => !name.startsWith('__'))).toEqual(['NAMED', 'PATH'])
    expect(seen.cwd).toContain('loupe-command-')
    expect(existsSync(seen.cwd)).toBe(false)
  })

  it('that prints another form is told what is wrong, once', async () => {
    const { completer } = command(
      `console.log(prompt.includes('Your answer cannot be used') ? '{"verdict": "incorrect"}' : '{"verdict": "perhaps"}')`,
    )
    expect((await completer.complete(request)).value).toEqual({ verdict: 'incorrect' })
  })

  it('that fails once is run again', async () => {
    const { completer } = command(
      `const seen = folder + '/seen'
       if (!existsSync(seen)) { writeFileSync(seen, ''); process.exit(1) }
       console.log('{"verdict": "correct"}')`,
    )
    expect((await completer.complete(request)).value).toEqual({ verdict: 'correct' })
  })

  it.each<[string, string, string, boolean]>([
    ['prints another form twice', `console.log('{}')`, 'answer-unfit', false],
    ['prints no JSON', `console.log('fine')`, 'answer-not-json', false],
    ['prints too much', `for (;;) process.stdout.write('x'.repeat(9999))`, 'answer-too-large', false],
    ['fails', `process.exit(3)`, 'model-unreachable', true],
    ['never ends', `setInterval(() => {}, 1000)`, 'model-unreachable', true],
  ])('that %s ends with a name', async (_what, body, code, ofTheWay) => {
    const { completer } = command(body, {}, { timeoutMs: 1_500, mostBytes: 10_000 })
    const fault = await completer.complete(request).catch((error) => error)
    expect(fault).toMatchObject({ name: 'UserError', code })
    expect(isOfTheWay(fault)).toBe(ofTheWay)
  })

  it('that is not there is a matter of the way, not of the request', async () => {
    const fault = await createCommandCompleter(
      { program: '/no/such/model', arguments: [], environment: {}, model: null },
      { now: () => new Date(0), clock: () => 0, ...pause },
    )
      .complete(request)
      .catch((error) => error)
    expect(fault).toMatchObject({ code: 'model-refused' })
    expect(isOfTheWay(fault)).toBe(true)
  })

  it('is done when it has ended, though somebody of another session keeps its output open', async () => {
    const { completer, folder } = command(
      `const { spawn } = await import('node:child_process')
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'ignore'], detached: true })
       writeFileSync(folder + '/child', String(child.pid))
       child.unref()
       process.stdout.write('{"verdict": "correct"}')`,
      {},
      { timeoutMs: 20_000 },
    )
    const answer = await completer.complete(request)
    process.kill(Number(readFileSync(join(folder, 'child'), 'utf8')), 'SIGKILL')
    expect(answer.value).toEqual({ verdict: 'correct' })
  }, 30_000)

  it('ends when nobody wants its answer any more, and is not run again', async () => {
    const { completer, folder } = command(
      `writeFileSync(folder + '/pid', String(process.pid)); setInterval(() => {}, 1000)`,
      {},
      { timeoutMs: 60_000 },
    )
    const ended = new AbortController()
    const asked = completer.complete(request, undefined, ended.signal).catch((error) => error)
    await expect.poll(() => existsSync(join(folder, 'pid')), { timeout: 20_000 }).toBe(true)
    ended.abort()
    expect(await asked).toMatchObject({ code: 'job-halted' })
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  }, 40_000)

  it('does not outlive the process that runs it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loupe-test-command-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const code = `
      import { existsSync } from 'node:fs'
      import { z } from 'zod'
      import { createCommandCompleter } from './lib/llm/command-completer.ts'
      const words = ['-e', 'require("fs").writeFileSync(${JSON.stringify(folder)} + "/pid", process.pid + " " + process.cwd()); setInterval(() => {}, 1000)']
      const settings = { program: process.execPath, arguments: words, environment: {}, model: null }
      const completer = createCommandCompleter(settings, { now: () => new Date(0), clock: () => 0, sleep: async () => {}, random: () => 0 })
      completer.complete({ purpose: 'p', prompt: 'p', system: 's', user: 'u', schema: z.object({}) })
      setInterval(() => existsSync(${JSON.stringify(`${folder}/pid`)}) && process.exit(1), 20)`
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { timeout: 30_000 })
    const [pid, cwd = ''] = readFileSync(join(folder, 'pid'), 'utf8').split(' ')
    await expect.poll(() => isAlive(Number(pid)), { timeout: 10_000 }).toBe(false)
    expect(existsSync(cwd)).toBe(false)
  }, 50_000)

  it('takes what it began with it when its time is over', async () => {
    const { completer, folder } = command(
      `const { spawn } = await import('node:child_process')
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
       writeFileSync(folder + '/child', String(child.pid))
       setInterval(() => {}, 1000)`,
      {},
      { timeoutMs: 2_500, mostBytes: 100 },
    )
    await expect(completer.complete(request)).rejects.toMatchObject({ code: 'model-unreachable' })
    const pid = Number(readFileSync(join(folder, 'child'), 'utf8'))
    await expect.poll(() => isAlive(pid), { timeout: 3_000 }).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    // A child that nobody has waited for still has an entry; its state says that it is dead.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a command’s line', () => {
  it.each([
    ['claude -p', ['claude', '-p']],
    [`llm -m 'small model' --system "a b"`, ['llm', '-m', 'small model', '--system', 'a b']],
    ['["ollama", "run", "x y"]', ['ollama', 'run', 'x y']],
    ['sh -c $HOME;ls', ['sh', '-c', '$HOME;ls']],
  ])('%s is parted by blanks and quotes alone', (line, words) => {
    const settings = readCommandSettings({ MODEL_COMMAND: line })
    expect([settings?.program, ...(settings?.arguments ?? [])]).toEqual(words)
  })

  it.each([[`llm 'open`], ['["a", 1]'], ['[]']])('%s is refused', (line) => {
    expect(() => readCommandSettings({ MODEL_COMMAND: line })).toThrow(/MODEL_COMMAND/)
  })
})
