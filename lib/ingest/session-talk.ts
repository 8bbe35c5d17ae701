import type { Trajectory } from '../memory/trajectory.ts'
import type { Action, Observation } from './action-text.ts'
import { Tally, textOrNull } from './finish-trajectory.ts'
import type { SessionRead } from './formats/session-format.ts'
import { type RunDraft, runOf } from './run-draft.ts'
import { stepsOfTurns, type Turn } from './turns.ts'

interface Episode {
  task: string
  at: string | null
  turns: Turn[]
  raw: unknown[]
  costUsd: number | null
  closing: string[]
}

/**
 * A session as it was talked: prompts, words, calls and answers, in order. Every prompt that something was done for is one episode;
 * what the agent said belongs to its next call, or stands at the end as its closing words.
 */
export class SessionTalk {
  readonly tally = new Tally()
  readonly #episodes: Episode[] = []
  #said: string[] = []

  prompt(text: string, at: string | null = null): void {
    this.#settle()
    this.#episodes.push({ task: text, at, turns: [], raw: [], costUsd: null, closing: [] })
  }

  say(text: string | null | undefined): void {
    const words = text?.trim()
    if (words && this.#said.at(-1) !== words) this.#said.push(words)
  }

  call(action: Action, at: string | null = null): void {
    const thought = textOrNull(this.#said.join('\n\n'))
    this.#said = []
    this.#last().turns.push({ kind: 'agent', thought, actions: [action], at })
  }

  answer(observation: Observation): void {
    this.#last().turns.push({ kind: 'result', observation })
  }

  spend(costUsd: number): void {
    const episode = this.#last()
    episode.costUsd = (episode.costUsd ?? 0) + costUsd
  }

  /** What an episode's identity is made of, so that it is known again when the session has grown. */
  keep(raw: unknown): void {
    this.#last().raw.push(raw)
  }

  /** Steps before any prompt belong to an episode without a task. */
  #last(): Episode {
    if (this.#episodes.length === 0) this.prompt('')
    const last = this.#episodes.at(-1)
    if (last === undefined) throw new Error('no episode')
    return last
  }

  #settle(): void {
    const last = this.#episodes.at(-1)
    if (last !== undefined) last.closing = this.#said
    this.#said = []
  }

  /** The runs; a session in which nothing was done is one run without steps, so that it is named. */
  runs(draft: Omit<RunDraft, 'raw' | 'steps' | 'tally'>, fileName: string): SessionRead {
    this.#settle()
    const isDone = ({ turns }: Episode) => turns.some(({ kind }) => kind === 'agent')
    const done = this.#episodes.filter(isDone)
    const kept = done.length > 0 ? done : this.#episodes.slice(0, 1)
    const talk = this.#episodes.filter(({ task }) => task !== '').length - kept.length
    const trajectories = kept.map((episode, i): Trajectory => {
      const tally = i === 0 ? this.tally : new Tally()
      const run = runOf(
        {
          ...draft,
          raw: episode.task,
          steps: stepsOfTurns(episode.turns, tally),
          submission: textOrNull(episode.closing.join('\n\n')),
          costUsd: episode.costUsd,
          startedAt: episode.at ?? draft.startedAt ?? null,
          tally,
        },
        { fileName, record: null },
      )
      return kept.length === 1 ? run : { ...run, instanceId: `${run.instanceId}#${i + 1}` }
    })
    return {
      trajectories,
      recordTexts: kept.map(({ raw }) => JSON.stringify(raw)),
      warnings: talk > 0 ? [`${talk} × prompt that nothing was done for, left out`] : [],
    }
  }
}
