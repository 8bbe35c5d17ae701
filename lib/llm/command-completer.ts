import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../memory/errors.ts'
import { type Completer, jsonSchemaOf, type Meter, requestHash, type Usage } from './complete.ts'
import { noAnswer, refusing, unreachable } from './model-faults.ts'
import type { CommandSettings } from './openai/chat-settings.ts'
import { mendWords, promptText, readAnswer } from './read-answer.ts'
import { type Patience, type Pause, withRetries } from './retry.ts'

/** How long a command may take for one answer, ms, and how much it may print, bytes. Ours. */
export const COMMAND_LIMITS = { timeoutMs: 300_000, mostBytes: 1_000_000 }
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

  async function runOnce(prompt: string, meter?: Meter): Promise<string> {
    const end = await meter?.begin('command')
    const ran = await run(settings, prompt, limits)
    await end?.('text' in ran ? 'answered' : ran.fault, UNKNOWN)
    if ('text' in ran) return ran.text
    if (ran.fault === 'not-found')
      throw refusing(who, 'cannot be started', 'See that MODEL_COMMAND names a program that PATH leads to.')
    if (ran.fault === 'too-large')
      throw noAnswer(
        'answer-too-large',
        `${who} printed more than ${limits.mostBytes / 1e6} MB.`,
        'It should print the answer alone.',
      )
    const hint = 'Run it by hand with a short prompt and see what it says. What was answered is kept.'
    if (ran.fault === 'timeout')
      throw unreachable(who, `took longer than ${limits.timeoutMs / 1_000} s`, hint)
    throw unreachable(who, `ended with ${ran.fault}`, hint)
  }

  return {
    id: 'command',
    async complete(request, meter) {
      const began = clock()
      const prompt = promptText({ ...request, schema: jsonSchemaOf(request.schema) })
      let asked = prompt
      for (let attempt = 1; ; attempt++) {
        const prompted = asked
        const text = await withRetries(
          () => runOnce(prompted, meter),
          (fault) =>
            fault instanceof UserError && fault.code === 'model-unreachable' ? { afterMs: 0 } : null,
          PATIENCE,
          deps,
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

/** Text, or in one word why there is none: `not-found`, `timeout`, `too-large`, `exit code 1`, `signal SIGKILL`. */
async function run(
  { program, arguments: words, environment }: CommandSettings,
  prompt: string,
  { timeoutMs, mostBytes }: Limits,
): Promise<{ text: string } | { fault: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-command-'))
  try {
    return await new Promise((resolve) => {
      const child = spawn(program, words, {
        cwd: folder,
        env: environment as NodeJS.ProcessEnv, // Next wants NODE_ENV in it; a command of ours need not know
        shell: false,
        detached: true, // leads a group of its own, so that what it began ends with it
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const parts: Buffer[] = []
      let size = 0
      let fault: string | null = null
      const stop = (why: string) => {
        fault ??= why
        if (child.pid === undefined) return
        try {
          process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It has ended meanwhile.
        }
      }
      const timer = setTimeout(() => stop('timeout'), timeoutMs)
      child.stdout.on('data', (part: Buffer) => {
        size += part.byteLength
        if (size > mostBytes) stop('too-large')
        else parts.push(part)
      })
      child.stdin.on('error', () => undefined) // it need not read all of the prompt
      child.once('error', () => {
        clearTimeout(timer)
        resolve({ fault: 'not-found' })
      })
      child.once('close', (code, signal) => {
        clearTimeout(timer)
        stop('ended') // what it left behind in its group
        if (fault !== null && fault !== 'ended') resolve({ fault })
        else if (code !== 0) resolve({ fault: code === null ? `signal ${signal}` : `exit code ${code}` })
        else resolve({ text: Buffer.concat(parts).toString('utf8') })
      })
      child.stdin.end(prompt)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
