import { z } from 'zod'

/*
 * The result file of the workbench (`npm run workbench -- --out FILE`): a search program, not a language model, that repairs small
 * functions and learns from it. None of its numbers shares an axis with the paper.
 */

/**
 * `ladder`: frozen stores of k lessons, random draws, the same held-out tasks. `by-stage`: the same with an equal number of lessons
 * of each stage in every store, and a key of EDIT that was chosen on training tasks.
 */
export const WORKBENCH_DESIGNS = ['ladder', 'stream', 'misprediction', 'budget', 'by-stage'] as const
export const workbenchDesignSchema = z.enum(WORKBENCH_DESIGNS)
export type WorkbenchDesign = z.infer<typeof workbenchDesignSchema>

/** Conditions of an experiment; `-uncharged` in a name: memory's own steps cost no budget. */
export const WORKBENCH_ARMS = [
  'vanilla',
  'instance',
  'global',
  'raw',
  'subtask',
  'random',
  'wrong-drawer',
  'same-task-excluded',
  'instance-uncharged',
  'global-uncharged',
  'raw-uncharged',
  'subtask-uncharged',
  'random-uncharged',
  'selective',
  'oracle',
] as const
export const workbenchArmSchema = z.enum(WORKBENCH_ARMS)
export type WorkbenchArm = z.infer<typeof workbenchArmSchema>

/** One point of a curve. */
const workbenchCellSchema = z.object({
  arm: workbenchArmSchema,
  /** Lessons in the store. In the stream: tasks that came before the block of tasks this point stands for. */
  size: z.number().int().min(0),
  /** Random stores (in the stream: shuffles) that were drawn. */
  draws: z.number().int().min(1),
  /** Held-out tasks, the same for each draw. */
  tasks: z.number().int().min(1),
  /** Attempts whose last code passed the hidden tests, of draws × tasks. */
  resolved: z.number().int().min(0),
  /** 0..1. */
  resolvedShare: z.number(),
  /** 95 % interval of the share: functions and draws drawn again together; null with a single function. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Mean budget spent by an attempt, steps. */
  steps: z.number(),
  /** Steps an attempt may spend. */
  budget: z.number().int().min(1),
  /** Probability that a lesson is taken from a wrong category, 0..1. */
  misprediction: z.number().min(0).max(1),
  /** How good the key of EDIT was; absent where it was not looked at. */
  key: z
    .object({
      /** Attempts in which EDIT asked. */
      asked: z.number().int().min(0),
      /** Questions that a lesson answered, and answers that named the mechanism of the fault. */
      told: z.number().int().min(0),
      right: z.number().int().min(0),
      /** Probability that a right lesson lies nearer to a question than a wrong one; null where there was nothing to compare. */
      auc: z.number().nullable(),
    })
    .optional(),
})
export type WorkbenchCell = z.infer<typeof workbenchCellSchema>

/** Two arms over the same tasks and the same draws. */
const workbenchPairSchema = z.object({
  a: workbenchArmSchema,
  b: workbenchArmSchema,
  size: z.number().int().min(0),
  /** Resolved share of a minus b, percentage points. */
  differencePp: z.number(),
  /** 95 % interval, percentage points; null with a single function. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  budget: z.number().int().min(1),
  misprediction: z.number().min(0).max(1),
})
export type WorkbenchPair = z.infer<typeof workbenchPairSchema>

/** What `npm run workbench -- --json` prints. */
const workbenchResultSchema = z.object({
  world: z.string(),
  /** SHA-256 of the frozen world, hex. */
  worldHash: z.string(),
  design: workbenchDesignSchema,
  seed: z.number().int().min(0),
  cells: z.array(workbenchCellSchema),
  paired: z.array(workbenchPairSchema),
})
export type WorkbenchResult = z.infer<typeof workbenchResultSchema>

/** Fixed before the start and shown with the result. */
export const workbenchPlanSchema = z.object({
  world: z.string(),
  worldHash: z.string(),
  design: workbenchDesignSchema,
  seed: z.number().int().min(0),
  arms: z.array(workbenchArmSchema).min(1),
  sizes: z.array(z.number().int().min(0)).min(1),
  budgets: z.array(z.number().int().min(1)).min(1),
  mispredictions: z.array(z.number().min(0).max(1)).min(1),
  draws: z.number().int().min(1),
  tasks: z.number().int().min(1),
  /** The one comparison that is decided on; all others are looked at. */
  primary: z.object({
    a: workbenchArmSchema,
    b: workbenchArmSchema,
    size: z.number().int().min(0),
    /** Absent in plans of before it was named: see `primaryPlace`. */
    budget: z.number().int().min(1).optional(),
    misprediction: z.number().min(0).max(1).optional(),
  }),
  agent: z.string(),
  extractor: z.string(),
  embedder: z.string(),
})
export type WorkbenchPlan = z.infer<typeof workbenchPlanSchema>

/** One attempt at one task. */
export interface TaskOutcome {
  taskId: string
  /** Function the fault was put in: attempts at one function are not independent. */
  cluster: string
  arm: WorkbenchArm
  size: number
  draw: number
  budget: number
  misprediction: number
  /** The last code passes the hidden tests. */
  resolved: boolean
  /** Budget spent. */
  steps: number
  /** Seed of the whole run. */
  seed: number
}

/** A run as it is kept: plan, points, and every attempt packed; `unpackOutcomes` gives rows. */
export const workbenchRunSchema = z.object({
  plan: workbenchPlanSchema,
  /** Commit of the code that ran, hex; null where there was none to read. */
  commit: z.string().nullable(),
  result: workbenchResultSchema,
  /** Held-out tasks in the order of the packed texts. */
  tasks: z.array(z.object({ id: z.string(), cluster: z.string() })),
  outcomes: z.array(
    z.object({
      arm: workbenchArmSchema,
      size: z.number().int().min(0),
      budget: z.number().int().min(1),
      misprediction: z.number().min(0).max(1),
      /** One text a draw, one character a task: 1 resolved, 0 not, `.` the task does not belong to this point. */
      resolved: z.array(z.string()),
      /** One text a draw, two base-36 digits a task: budget spent. */
      steps: z.array(z.string()),
      /** The first question of EDIT, one text a draw, one character a task: `r` answered right, `w` wrong, `s` not answered, `-` none was asked. */
      told: z.array(z.string()).optional(),
      /** Right and wrong lessons that were compared in a draw, and how many right ones lay nearer (ties are half). */
      pairs: z.array(z.number().int().min(0)).optional(),
      nearer: z.array(z.number().min(0)).optional(),
    }),
  ),
})
export type WorkbenchRun = z.infer<typeof workbenchRunSchema>

/** Every attempt of a run as a row, points in their order, then draws, then tasks. A task without a mark has no row. */
export function unpackOutcomes({ plan, tasks, outcomes }: WorkbenchRun): TaskOutcome[] {
  return outcomes.flatMap(({ arm, size, budget, misprediction, resolved, steps }) =>
    resolved.flatMap((marks, draw) =>
      tasks.flatMap(({ id, cluster }, i): TaskOutcome[] => {
        if (marks[i] !== '1' && marks[i] !== '0') return []
        const spent = Number.parseInt(steps[draw]?.slice(2 * i, 2 * i + 2) ?? '', 36)
        return [
          {
            taskId: id,
            cluster,
            arm,
            size,
            draw,
            budget,
            misprediction,
            resolved: marks[i] === '1',
            steps: spent,
            seed: plan.seed,
          },
        ]
      }),
    ),
  )
}
