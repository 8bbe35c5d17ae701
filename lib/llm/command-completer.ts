import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../memory/errors.ts'
import { tokenEstimate } from '../memory/text/words.ts'
import {
  type Completer,
  jsonSchemaOf,
  type Meter,
  mendWords,
  promptText,
  readAnswer,
  requestHash,
  type Usage,
} from './complete.ts'
import { type CommandSettings, mostOf, NO_PRICE } from './openai/chat-settings.ts'
import { halted, noAnswer, type Patience, type Pause, refusing, unreachable, withRetries } from './retry.ts'

/** How long a command may take for one answer, ms, how much it may print, bytes, and how long its output may stay open behind it, ms. Ours. */
export const COMMAND_LIMITS = { timeoutMs: 300_000, mostBytes: 1_000_000, graceMs: 1_000 }
type Limits = typeof COMMAND_LIMITS

type Deps = Pause & { now: () => Date; clock: () => number; limits?: Limits }

/** A command that failed once may have met a limit of its own service. Ours. */
const PATIENCE: Patience = { tries: 2, timeoutMs: COMMAND_LIMITS.timeoutMs, longestWaitMs: 10_000 }
const UNKNOWN: Usage = { inputTokens: null, outputTokens: null, costUsd: null }

/**
 * A program on this machine: the prompt on its standard input, the answer on its standard output. No shell reads the command, it
 * works in an empty folder of its own, sees the variables that were named and nothing else, and ends with everything it began
 * when its time is over. What it prints on standard error is not read.
 */
export function createCommandCompleter(settings: CommandSettings, deps: Deps): Completer {
  const { now, clock, limits = COMMAND_LIMITS } = deps
  const who = `The command ${settings.program}`

  async function runOnce(prompt: string, meter?: Meter, signal?: AbortSignal): Promise<string> {
    const end = await meter?.begin('command', mostOf(NO_PRICE, prompt))
    const ran = await run(settings, prompt, limits, signal)
    if ('text' in ran) await end?.('answered', UNKNOWN, tokenEstimate(prompt) + tokenEstimate(ran.text))
    else await end?.(ran.fault, UNKNOWN, null)
    if ('text' in ran) return ran.text
    if (signal?.aborted) throw halted()
    throw inWords(ran.fault, who, limits)
  }

  return {
    id: 'command',
    async complete(request, meter, signal) {
      const began = clock()
      const prompt = promptText({ ...request, schema: jsonSchemaOf(request.schema) })
      let asked = prompt
      for (let attempt = 1; ; attempt++) {
        const prompted = asked
        const text = await withRetries(
          () => runOnce(prompted, meter, signal),
          (fault) =>
            fault instanceof UserError && fault.code === 'model-unreachable' ? { afterMs: 0 } : null,
          PATIENCE,
          deps,
          signal,
        )
        const read = readAnswer(text, request.schema)
        if ('value' in read)
          return {
            hash: requestHash(request),
            value: read.value,
            provider: 'command',
            model: settings.model,
            ...UNKNOWN,
            latencyMs: Math.round(clock() - began),
            at: now().toISOString(),
          }
        if (attempt === 2)
          throw noAnswer(
            read.fault.code,
            `Twice of ${settings.program}: ${read.fault.words}.`,
            'It should print one JSON document.',
          )
        // A command remembers nothing: the prompt comes again, with what was wrong.
        asked = `${prompt}\n${mendWords(read.fault.words)}\n`
      }
    },
  }
}

type Ran = { text: string } | { fault: string }

/** Text, or in one word why there is none: `not-found`, `timeout`, `too-large`, `ended`, `exit code 1`, `signal SIGKILL`. */
async function run(
  settings: CommandSettings,
  prompt: string,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-command-'))
  try {
    return await runIn(folder, settings, prompt, { ...limits, signal })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function runIn(
  folder: string,
  { program, arguments: words, environment }: CommandSettings,
  prompt: string,
  { timeoutMs, mostBytes, graceMs, signal }: Limits & { signal: AbortSignal | undefined },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: folder,
      env: environment as NodeJS.ProcessEnv, // Next wants NODE_ENV in it; a command of ours need not know
      shell: false,
      detached: true, // leads a group of its own, so that what it began ends with it
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const parts: Buffer[] = []
    let size = 0
    const endGroup = () => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
    let grace: NodeJS.Timeout | undefined
    const settle = (ran: Ran) => {
      clearTimeout(timer)
      clearTimeout(grace)
      signal?.removeEventListener('abort', onAbort)
      process.off('exit', onExit)
      endGroup() // what it left behind in its group
      child.stdout.destroy() // somebody outside its group may hold it open for ever
      resolve(ran)
    }
    const onAbort = () => settle({ fault: 'ended' })
    const timer = setTimeout(() => settle({ fault: 'timeout' }), timeoutMs)
    // A group of its own would outlive this process.
    const onExit = () => {
      endGroup()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    }
    process.once('exit', onExit)
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    const ended = (code: number | null, by: string | null) => {
      if (code === 0) settle({ text: Buffer.concat(parts).toString('utf8') })
      else settle({ fault: code === null ? `signal ${by}` : `exit code ${code}` })
    }
    child.stdout.on('data', (part: Buffer) => {
      size += part.byteLength
      if (size > mostBytes) settle({ fault: 'too-large' })
      else parts.push(part)
    })
    child.stdin.on('error', () => undefined) // it need not read all of the prompt
    child.once('error', () => settle({ fault: 'not-found' }))
    child.once('close', ended)
    // Its own words are there by then, whoever else keeps its output open.
    child.once('exit', (code, by) => {
      // After a pause of this process what was printed is read first.
      grace = setTimeout(() => setImmediate(() => ended(code, by)), graceMs)
    })
    child.stdin.end(prompt)
  })
}

/** What came of a command that gave no answer, in our own words. */
function inWords(fault: string, who: string, limits: Limits): UserError {
  if (fault === 'not-found')
    return refusing(who, 'cannot be started', 'See that MODEL_COMMAND names a program that PATH leads to.')
  if (fault === 'too-large')
    return noAnswer(
      'answer-too-large',
      `${who} printed more than ${limits.mostBytes / 1e6} MB.`,
      'It should print the answer alone.',
    )
  const hint = 'Run it by hand with a short prompt and see what it says. What was answered is kept.'
  if (fault === 'timeout') return unreachable(who, `took longer than ${limits.timeoutMs / 1_000} s`, hint)
  return unreachable(who, `ended with ${fault}`, hint)
}
