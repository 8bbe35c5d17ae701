import type { Intent } from '../memory/entry.ts'
import type { Arm, Given, Question } from './arms/arm.ts'
import { capReached, type Spent, spentWith, type Took } from './caps.ts'
import {
  formatError,
  type Limits,
  MEMORY_ADVICE,
  observationText,
  systemPrompt,
  turnText,
} from './prompts.ts'
import { readTurn, SUBMIT } from './read-turn.ts'
import type { Ran } from './sandbox.ts'

/** What somebody answered, and what it took; null = not known. */
export type Answer = Took & { text: string; model: string | null }

export type Message = {
  role: 'system' | 'user' | 'assistant'
  content: string
  /** In the words of mini-swe-agent, and `memory`: what was asked and given. */
  extra?: {
    returncode?: number
    raw_output?: string
    cost?: number | null
    interrupt_type?: 'FormatError'
    subtask?: Intent
    memory?: { asked: Question; given: Given | null }
  }
}

/** How an episode ended: handed in and judged, or stopped by a limit. */
export type Ending = { exitStatus: 'Submitted' | 'LimitsExceeded'; isResolved: boolean; reason: string }

type EpisodeDeps = {
  arm: Arm
  task: { text: string }
  limits: Limits
  seed: number
  /** The answer to the history so far, whose last message is new. */
  ask(history: readonly Message[]): Promise<Answer>
  execute(command: string, turn: number): Promise<Ran>
  remember(question: Question): Promise<Given | null>
  /** Judges what was handed in, where the agent cannot see it. */
  judge(): Promise<{ isResolved: boolean; reason: string }>
  /** Called after every step. */
  save(history: readonly Message[], ending: Ending | null): Promise<void>
}

/** `isSpent`: its answers have cost what they may. */
type Played = { history: Message[]; ending: Ending; isSpent: boolean }

/** Algorithm 1 of arXiv 2602.21611 for one task: ask, act, and at each stage that the agent declares look into memory. The history is linear. */
export async function runEpisode(deps: EpisodeDeps): Promise<Played> {
  const { arm, limits } = deps
  const history = await opening(deps)
  let stage: Intent | null = null
  let spent: Spent = { usd: 0, tokens: 0 }
  for (let turn = 1; turn <= limits.turns && capReached(spent, limits.caps) === null; turn++) {
    const answer = await deps.ask(history)
    spent = spentWith(spent, answer, history.map(({ content }) => content).join('\n'), answer.text)
    const said: Message = { role: 'assistant', content: answer.text, extra: { cost: answer.costUsd } }
    history.push(said)
    const read = readTurn(answer.text, arm.isStaged)
    const next = turn < limits.turns ? `\n\n${turnText(turn + 1, limits)}` : ''
    if ('fault' in read) {
      const content = `${formatError(read.fault, arm.isStaged)}${next}`
      history.push({ role: 'user', content, extra: { interrupt_type: 'FormatError' } })
    } else if (read.command === SUBMIT) {
      if (read.declared) said.extra = { ...said.extra, subtask: read.declared }
      return { ...(await handedIn(history, deps)), isSpent: capReached(spent, limits.caps) !== null }
    } else {
      if (read.declared) said.extra = { ...said.extra, subtask: read.declared }
      stage = read.declared ?? stage
      const ran = await deps.execute(read.command, turn)
      const memory = await look({ stage, isNew: read.declared !== null }, deps)
      history.push({
        role: 'user',
        content: [observationText(ran, limits), ...shown(memory?.given)].join('\n\n') + next,
        extra: { returncode: ran.exitCode, raw_output: ran.output, ...(memory ? { memory } : {}) },
      })
    }
    await deps.save(history, null)
  }
  const cap = capReached(spent, limits.caps)
  const reason = `not handed in within ${cap ?? `${limits.turns} turns`}`
  const stopped = await ended(history, { exitStatus: 'LimitsExceeded', isResolved: false, reason }, deps)
  return { ...stopped, isSpent: cap !== null }
}

async function opening(deps: EpisodeDeps): Promise<Message[]> {
  const { arm, limits, task } = deps
  const isGiven = arm.placement !== null
  const memory = arm.placement === 'task' ? await recall(null, deps) : null
  const system = systemPrompt(limits, arm.isStaged, isGiven ? [MEMORY_ADVICE] : [])
  const content = [`<task>\n${task.text.trim()}\n</task>`, ...shown(memory?.given), turnText(1, limits)].join(
    '\n\n',
  )
  return [
    { role: 'system', content: system },
    { role: 'user', content, ...(memory ? { extra: { memory } } : {}) },
  ]
}

/** Memory is asked where a stage begins, or before every action of one. */
async function look({ stage, isNew }: { stage: Intent | null; isNew: boolean }, deps: EpisodeDeps) {
  const { placement } = deps.arm
  const isDue = placement === 'action' || (placement === 'stage' && isNew)
  return stage && isDue ? await recall(stage, deps) : null
}

async function recall(intent: Intent | null, { arm, task, seed, remember }: EpisodeDeps) {
  const asked: Question = { intent, task: task.text, seed }
  const found = arm.strategy === null ? null : await remember(asked)
  return { asked, given: arm.instead ? arm.instead(found, intent?.category ?? null) : found }
}

const shown = (given: Given | null | undefined) => (given ? [given.text] : [])

/** The verdict is the output of handing in: what is learnt of the run is learnt from it too. The agent is gone by then. */
async function handedIn(history: Message[], deps: EpisodeDeps) {
  const { isResolved, reason } = await deps.judge()
  return await ended(history, { exitStatus: 'Submitted', isResolved, reason }, deps)
}

async function ended(history: Message[], ending: Ending, { save }: EpisodeDeps) {
  const output = `Verdict: ${ending.isResolved ? 'resolved' : 'not resolved'}. ${ending.reason}`.trim()
  const returncode = ending.isResolved ? 0 : 1
  const content = `<returncode>${returncode}</returncode>\n<output>\n${output}\n</output>`
  history.push({ role: 'user', content, extra: { returncode, raw_output: output } })
  await save(history, ending)
  return { history, ending }
}
