import { UserError } from '../memory/errors.ts'
import { createCommandCompleter } from './command-completer.ts'
import type { Completer } from './complete.ts'
import {
  type ChatPrice,
  type ChatSettings,
  type CommandSettings,
  NO_PRICE,
  readChatSettings,
  readCommandSettings,
} from './openai/chat-settings.ts'
import { createOpenAiCompleter, WRITING } from './openai/openai-completer.ts'
import type { Environment } from './openai/server-settings.ts'
import { createRecordedCompleter, type Recording } from './recording.ts'
import type { Pause } from './retry.ts'

/** The ways to a model that ask somebody now; answers by hand-over come when they come. */
export type AskingWay = 'openai' | 'command' | 'recorded'

/** A way to a model, as it is set up here. */
export type WayOffer = {
  way: AskingWay
  /** Its model, program or recording; null = not set up. */
  what: string | null
  /** Why it cannot be used although it is set up; null when it can. */
  fault: { message: string; hint: string } | null
  price: ChatPrice
}

type Deps = Pause & {
  now: () => Date
  clock: () => number
  recording: () => { name: string; lines: Recording } | null
}

const FREE: ChatPrice = { inputUsd: 0, outputUsd: 0 }

/** The ways that the environment and a recording at hand give. A fault of one does not take the others away. */
export function createAnswerWays(env: Environment, deps: Deps) {
  const server = settled(() => readChatSettings(env))
  const command = settled(() => readCommandSettings(env))
  /** One for the life of the process: it remembers what its server understands. */
  let remote: Completer | null = null

  return {
    offers: (): WayOffer[] => [
      {
        way: 'openai',
        what: server.value?.model ?? null,
        fault: server.fault,
        price: server.value?.price ?? NO_PRICE,
      },
      { way: 'command', what: command.value?.program ?? null, fault: command.fault, price: NO_PRICE },
      { way: 'recorded', what: deps.recording()?.name ?? null, fault: null, price: FREE },
    ],
    /** Throws UserError `no-model`, or what is wrong with its setting. */
    open(way: AskingWay): Completer {
      if (way === 'openai') {
        remote ??= createOpenAiCompleter(
          required<ChatSettings>(server, 'OPENAI_CHAT_MODEL', 'no chat model at a server'),
          { ...deps, patience: WRITING },
        )
        return remote
      }
      if (way === 'command')
        return createCommandCompleter(required<CommandSettings>(command, 'MODEL_COMMAND', 'no command'), deps)
      const recording = deps.recording()
      if (!recording)
        throw noModel('no recording', 'Give a recording: --recording FILE, or the field on the page.')
      return createRecordedCompleter(recording.lines, deps.now)
    },
  }
}
export type AnswerWays = ReturnType<typeof createAnswerWays>

type Settled<T> = { value: T | null; fault: { message: string; hint: string } | null; error: unknown }

function settled<T>(read: () => T | null): Settled<T> {
  try {
    return { value: read(), fault: null, error: null }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { value: null, fault: { message: error.message, hint: error.hint }, error }
  }
}

function required<T>({ value, error }: Settled<T>, variable: string, what: string): T {
  if (error) throw error
  if (value === null)
    throw noModel(what, `Set ${variable} and begin again; see docs/lessons.md. Hand-over needs nothing.`)
  return value
}

function noModel(what: string, hint: string): UserError {
  return new UserError('no-model', `There is ${what} here.`, { hint, status: 409, place: 'with' })
}
