import { remembered } from '../memory/remembered.ts'
import { attempt } from './agent.ts'
import type { AgentMemory } from './agent-run.ts'
import type { Bench } from './bench.ts'
import { type LessonText, readPrior } from './prior.ts'

/** How an attempt ended, without its steps. */
interface Ending {
  source: string
  spent: number
}

/** What is asked after these answers, and what follows each; or how the attempt ends when nothing more is asked. */
interface Turn {
  question: Parameters<AgentMemory['recall']>[0] | null
  after: Map<string, Turn>
  ending: Ending | null
}

/**
 * Attempts at one task, each way only once: an attempt is decided by its budget and by what it is told, so that one that is told
 * the same again ends the same. Only for frozen stores, where nothing is written meanwhile.
 */
export function rememberAttempts(bench: Bench): (memory: AgentMemory, budget: number) => Promise<Ending> {
  const beginnings = new Map<string, Turn>()
  return async (memory, budget) => {
    const key = `${budget} ${memory.cost} ${memory.asks} ${memory.silenceIsFree} ${memory.byOutcome}`
    const beginning = remembered(beginnings, key, newTurn)
    const told: (readonly LessonText[])[] = []
    let turn = beginning
    while (turn.question) {
      const lessons = await memory.recall(turn.question)
      told.push(lessons)
      const next = turn.after.get(priorKey(lessons))
      if (!next) break
      turn = next
    }
    if (turn.ending) return turn.ending

    let at = beginning
    const recall: AgentMemory['recall'] = async (question) => {
      const lessons = told.shift() ?? (await memory.recall(question))
      at.question ??= { ...question, steps: [] }
      at = remembered(at.after, priorKey(lessons), newTurn)
      return lessons
    }
    const { source, spent } = await attempt(bench, { ...memory, recall }, budget)
    at.ending = { source, spent }
    return at.ending
  }
}

function newTurn(): Turn {
  return { question: null, after: new Map(), ending: null }
}

/** By text: the same few lessons are told again and again. */
const keys = new Map<string, string>()

function priorKey(lessons: readonly LessonText[]): string {
  const text = lessons.map((lesson) => lesson.kind + lesson.text).join()
  return remembered(keys, text, () => readPrior(lessons).key)
}
