import { z } from 'zod'
import { localNamesOf } from '../extract/local-names.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { describeAtStart } from '../extract/rules/describe.ts'
import { newRunState } from '../extract/rules/run-files.ts'
import { stageOfStep } from '../extract/rules/stage-of-step.ts'
import { nextStage } from '../extract/rules/stages-so-far.ts'
import { categorySchema, type Description } from '../memory/entry.ts'
import { type Step, stepSchema } from '../memory/trajectory.ts'
import type { ToolCall } from './hook-event.ts'

const names = z.array(z.string())

/** What is carried from event to event of one session. */
export const watchSchema = z.object({
  /** Tasks that were set in the session so far. */
  taskCount: z.number().int(),
  task: z.object({ title: z.string(), text: z.string(), raw: z.string() }),
  stage: categorySchema.nullable(),
  /** Steps in a row that only looked, while the stage was another. */
  looks: z.number().int(),
  /** Steps of the task so far. */
  stepCount: z.number().int(),
  /** The newest steps, their texts cut. */
  recent: z.array(stepSchema),
  /** What the rules know of the files, see run-files.ts. */
  run: z.object({
    sourceEdited: z.boolean(),
    scratch: names,
    scratchFolders: names,
    editScripts: names,
    copied: names,
    seen: names,
    openFile: z.string().nullable(),
  }),
  /** Calls of tools that were reported, newest last: a second report of one changes nothing. */
  calls: names,
  /** Entries that were sent in the session, and in which stage of which task. */
  given: z.array(z.object({ task: z.number().int(), stage: categorySchema, entryId: z.string().nullable() })),
})
export type Watch = z.infer<typeof watchSchema>

const NO_TASK = { title: '', text: '', raw: '' }
/** Steps that a description at the start looks back on. */
const MOST_RECENT = 4
const LONGEST_KEPT = 1_500
const MOST_CALLS = 300
const MOST_FILES = 200

export function newWatch(): Watch {
  return {
    taskCount: 0,
    task: NO_TASK,
    stage: null,
    looks: 0,
    stepCount: 0,
    recent: [],
    run: { ...newRunState(), scratch: [], scratchFolders: [], editScripts: [], copied: [], seen: [] },
    calls: [],
    given: [],
  }
}

/** A task was set: the stages begin again, and what was given stays known. */
export function setTask(watch: Watch, task: Watch['task']): Watch {
  const { calls, given, taskCount } = watch
  return { ...newWatch(), calls, given, taskCount: taskCount + 1, task }
}

/** Takes in what the agent did, by the rules that find the stages of imported runs, step by step and without looking ahead. */
export function observe(watch: Watch, calls: readonly ToolCall[]): Watch {
  const fresh = calls.filter(({ id }) => id === null || !watch.calls.includes(id))
  return fresh.reduce(observeCall, watch)
}

function observeCall(watch: Watch, call: ToolCall): Watch {
  const step = stepOf(call, watch.stepCount + 1)
  const { run } = watch
  const state = {
    ...run,
    scratch: new Set(run.scratch),
    scratchFolders: new Set(run.scratchFolders),
    editScripts: new Set(run.editScripts),
    copied: new Set(run.copied),
    seen: new Set(run.seen),
  }
  const { stage: shown } = stageOfStep(step, state, new Set())
  const newest = (set: ReadonlySet<string>) => [...set].slice(-MOST_FILES)
  return {
    ...watch,
    ...nextStage(watch, shown),
    stepCount: step.n,
    recent: [...watch.recent, step].slice(-MOST_RECENT),
    run: {
      ...state,
      scratch: newest(state.scratch),
      scratchFolders: newest(state.scratchFolders),
      editScripts: newest(state.editScripts),
      copied: newest(state.copied),
      seen: newest(state.seen),
    },
    calls: call.id === null ? watch.calls : [...watch.calls, call.id].slice(-MOST_CALLS),
  }
}

function stepOf({ id, tool, input, output }: ToolCall, n: number): Step {
  const cut = (text: string) => text.slice(0, LONGEST_KEPT)
  return {
    n,
    thought: null,
    actions: [{ tool, text: cut(input), callId: id }],
    observations: [
      { text: cut(output), exitCode: null, callId: id, truncated: output.length > LONGEST_KEPT },
    ],
    at: null,
    costUsd: null,
  }
}

/** What is asked at the start of the next stage: the task, and what the last steps found and touched. */
export function describeNext({ task, recent, stepCount }: Watch): Description {
  return describeAtStart({ task, steps: recent }, stepCount + 1, localNamesOf({ steps: recent, repo: null }))
}

/** As it is kept: without secrets. */
export function keptWatch(watch: Watch): string {
  return JSON.stringify(maskTexts(watch))
}
