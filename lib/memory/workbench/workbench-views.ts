import { z } from 'zod'
import { WORKBENCH_DESIGNS, type WorkbenchPlan, type WorkbenchRun, workbenchArmSchema } from './workbench.ts'

/** What the page and the HTTP door take to order a run; what is null follows from the design. */
export const workbenchOrderSchema = z.strictObject({
  world: z.string().min(1).max(40),
  design: z.enum(WORKBENCH_DESIGNS),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  arms: z.array(workbenchArmSchema).min(1).max(13).nullable().default(null),
  sizes: z.array(z.number().int().min(0).max(10_000)).min(1).max(20).nullable().default(null),
  budget: z.number().int().min(1).max(1_000).nullable().default(null),
  draws: z.number().int().min(1).max(200).nullable().default(null),
  tasks: z.number().int().min(2).max(1_000).nullable().default(null),
})
export type WorkbenchOrder = z.infer<typeof workbenchOrderSchema>

/** Which attempt of a run is to be opened. */
export const attemptPlaceSchema = z.strictObject({
  runId: z.string().min(1).max(80),
  arm: workbenchArmSchema,
  size: z.number().int().min(0),
  budget: z.number().int().min(1),
  misprediction: z.number().min(0).max(1),
  draw: z.number().int().min(0),
  taskId: z.string().min(1).max(200),
})
export type AttemptPlace = z.infer<typeof attemptPlaceSchema>

/** Where an opened attempt can be read. */
export interface OpenedAttempt {
  project: string
  episodeId: string
}

/** A line of the list of runs. */
export interface WorkbenchRunHead {
  id: string
  plan: WorkbenchPlan
  /** `shipped`: it came with the product; else the state of its job. */
  state: string
  createdAt: string | null
}

/** A run as far as it is. */
export interface WorkbenchRunView extends WorkbenchRunHead {
  jobId: string | null
  drawsDone: number
  /** Of the draws that are done; null before the first. */
  run: WorkbenchRun | null
  remainingMs: number | null
  reason: string | null
}

/** A world that can be chosen. */
export interface WorldHead {
  name: string
  about: string
  hash: string
  training: number
  heldOut: number
}
