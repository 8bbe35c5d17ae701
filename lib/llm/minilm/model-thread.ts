import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { threadEnv } from '../../env.ts'
import { UserError } from '../../memory/errors.ts'
import type { ThreadMessage, ThreadRequest } from './minilm-thread.ts'

/** Who waits: somebody who asked, or a job. */
export type Urgency = 'ask' | 'work'

/** Whether the model can be used here and now. `unavailable` carries why not. */
export type ModelState =
  | { name: 'idle' | 'loading' | 'ready'; reason: null }
  | { name: 'unavailable'; reason: string }

/** A thread that turns one short text after the other into a vector, questions before background work. */
export interface ModelThread {
  /** Vectors in the texts' order. Throws UserError `embedder-unavailable`, `embedder-busy`. */
  embed(texts: readonly string[], urgency: Urgency): Promise<Float32Array[]>
  state(): ModelState
  /** Loads the model, so that the first question need not wait; says how that went. */
  load(): Promise<ModelState>
  /** Ends the thread. What still waits fails. */
  stop(): Promise<void>
}

/** Askers that may wait, some 5 s of work where each has one question; more are refused, so that nobody waits in vain. */
const MOST_WAITING = 256
/** Texts given to the thread at a time: the next one lies ready when one is done. Of background work never more than one. */
const MOST_GIVEN = 2
/** Background work gets a turn after this many questions in a row, so that it never stands still. */
const MOST_AHEAD = 16
/** Threads that a text may end. */
const MOST_TRIES = 2
/** Threads that may die one after the other without a vector before the model counts as unusable. */
const MOST_DEATHS = 3
/** How long a model that could not be used is left alone. */
const TRY_AGAIN_MS = 30_000

type Unit = {
  text: string
  urgency: Urgency
  /** Threads that died over it. */
  tries: number
  resolve(vector: Float32Array): void
  reject(fault: Error): void
}

/**
 * Opens the model that the file of a thread holds; the thread starts with the first text and is replaced when it dies. Without
 * work it does not keep the process alive. `clock`: milliseconds that only move forward.
 */
export function openModelThread(file: string, clock: () => number): ModelThread {
  const units = createUnits()
  let state: ModelState = { name: 'idle', reason: null }
  let thread: Worker | null = null
  let loaded = Promise.withResolvers<void>()
  let [deaths, failedAtMs] = [0, 0]
  let isStopped = false

  /** Starts the thread, again where that failed a while ago. Throws UserError `embedder-unavailable`. */
  function start(): void {
    if (isStopped) throw unavailable('Loupe is being stopped.')
    if (thread !== null) return
    if (state.name === 'unavailable' && clock() - failedAtMs < TRY_AGAIN_MS) throw unavailable(state.reason)
    state = { name: 'loading', reason: null }
    loaded = Promise.withResolvers()
    const own = startThread(file, {
      said: (message) => thread === own && hear(message),
      ended: (lastWords) => thread === own && replace(lastWords),
    })
    thread = own
  }

  function hear(message: ThreadMessage): void {
    if (message.kind === 'unavailable') giveUp(message.reason)
    else {
      if (message.kind === 'ready') {
        state = { name: 'ready', reason: null }
        loaded.resolve()
      } else {
        deaths = 0
        units.answer(message.n, message.vector)
      }
      give()
    }
  }

  function give(): void {
    if (state.name === 'ready')
      for (const request of units.give()) thread?.postMessage(request satisfies ThreadRequest)
    if (units.isOpen()) thread?.ref()
    else thread?.unref()
  }

  function replace(lastWords: string): void {
    thread = null
    deaths++
    units.takeBack(lastWords)
    if (deaths >= MOST_DEATHS) giveUp(lastWords)
    else {
      start()
      give()
    }
  }

  function giveUp(reason: string): void {
    state = { name: 'unavailable', reason }
    failedAtMs = clock()
    deaths = 0
    loaded.resolve()
    units.fail(unavailable(reason))
    void endThread()
  }

  async function endThread(): Promise<void> {
    const own = thread
    thread = null
    await own?.terminate()
  }

  return {
    async embed(texts, urgency) {
      start()
      if (urgency === 'ask' && units.askerCount() >= MOST_WAITING) throw busy()
      const vectors = units.add(texts, urgency)
      give()
      return await vectors
    },
    state: () => state,
    async load() {
      try {
        start()
      } catch {
        return state
      }
      thread?.ref()
      await loaded.promise
      give()
      return state
    },
    async stop() {
      isStopped = true
      state = { name: 'idle', reason: null }
      loaded.resolve()
      units.fail(unavailable('Loupe is being stopped.'))
      await endThread()
    },
  }
}

/** Starts the file as a thread; `ended` hears what it died of. */
function startThread(
  file: string,
  told: { said(message: ThreadMessage): void; ended(lastWords: string): void },
): Worker {
  // Not an import: a bundler would make a file of its own of the thread, which runs as it is.
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')
  // ONNX Runtime reads it from the process: else it reports each session to its makers and keeps a number for this machine at home.
  process.env.ORT_DISABLE_TELEMETRY = '1'
  const thread = new Thread(pathToFileURL(file), { execArgv: [], env: threadEnv() })
  let lastWords = 'its thread ended'
  thread.on('message', told.said)
  thread.on('error', (fault: Error) => {
    lastWords = fault.message
  })
  thread.on('exit', () => told.ended(lastWords))
  return thread
}

/** Texts that wait, and those that a thread has in hand. */
function createUnits() {
  const lanes = { ask: createTurns<Unit>(), work: createTurns<Unit>() }
  const given = new Map<number, Unit>()
  let [nextNumber, askedInARow] = [0, 0]

  function takeNext(): Unit | undefined {
    const isWorkGiven = [...given.values()].some(({ urgency }) => urgency === 'work')
    const isTurnOfWork = lanes.ask.count() === 0 ? given.size === 0 : askedInARow >= MOST_AHEAD
    const work = isTurnOfWork && !isWorkGiven ? lanes.work.take() : undefined
    askedInARow = work ? 0 : askedInARow + 1
    return work ?? lanes.ask.take()
  }

  return {
    /** Vectors of these texts, in their order. */
    add(texts: readonly string[], urgency: Urgency): Promise<Float32Array[]> {
      const units: Unit[] = []
      const vectors = texts.map(
        (text) =>
          new Promise<Float32Array>((resolve, reject) =>
            units.push({ text, urgency, tries: 0, resolve, reject }),
          ),
      )
      lanes[urgency].add(units)
      return Promise.all(vectors)
    },
    /** What a thread may have in hand next. */
    *give(): Generator<ThreadRequest> {
      while (given.size < MOST_GIVEN) {
        const unit = takeNext()
        if (!unit) return
        given.set(nextNumber, unit)
        yield { n: nextNumber++, text: unit.text }
      }
    },
    answer(n: number, vector: Float32Array): void {
      given.get(n)?.resolve(vector)
      given.delete(n)
    },
    /** What a dead thread had in hand is done first by the next one; a text that two threads died over fails. */
    takeBack(lastWords: string): void {
      const [atWork, ...lyingReady] = given.values()
      given.clear()
      for (const unit of lyingReady.reverse()) lanes[unit.urgency].putBack(unit)
      if (atWork && ++atWork.tries >= MOST_TRIES)
        atWork.reject(new Error(`the sentence embedder ended over a text: ${lastWords}`))
      else if (atWork) lanes[atWork.urgency].putBack(atWork)
    },
    fail(fault: Error): void {
      for (const unit of [...given.values(), ...lanes.ask.drain(), ...lanes.work.drain()]) unit.reject(fault)
      given.clear()
    },
    isOpen: () => given.size + lanes.ask.count() + lanes.work.count() > 0,
    askerCount: lanes.ask.partyCount,
  }
}

/** The sentence embedder cannot be used, for a reason from the machine or the package. */
export function unavailable(reason: string): UserError {
  return new UserError('embedder-unavailable', `The sentence embedder cannot be used: ${reason}`, {
    hint: 'Run `npm install` and start Loupe again, or go over to local-v1 on the settings page.',
    status: 503,
  })
}

function busy(): UserError {
  return new UserError('embedder-busy', 'Too many new questions wait for the sentence embedder.', {
    hint: 'Ask again in a few seconds.',
    status: 503,
  })
}

/** Work of several parties, who take turns, so that one with much to do does not keep the others waiting. */
export function createTurns<T>() {
  const parties: T[][] = []
  let count = 0
  return {
    add(work: readonly T[]): void {
      if (work.length > 0) parties.push([...work].reverse())
      count += work.length
    },
    /** What was taken and could not be done comes first again. */
    putBack(one: T): void {
      parties.unshift([one])
      count++
    },
    /** The next piece of work; undefined when there is none. */
    take(): T | undefined {
      const party = parties.shift()
      const one = party?.pop()
      if (party && party.length > 0) parties.push(party)
      if (party) count--
      return one
    },
    count: (): number => count,
    partyCount: (): number => parties.length,
    /** Takes everything out. */
    drain(): T[] {
      count = 0
      return parties.splice(0).flat()
    },
  }
}
