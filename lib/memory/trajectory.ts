import { z } from 'zod'

/** Whether the benchmark's tests passed after the episode; null means that no source said so. */
export const outcomeSchema = z.enum(['resolved', 'unresolved']).nullable()
export type Outcome = z.infer<typeof outcomeSchema>

export const actionSchema = z.object({
  /** Name of the tool, `bash` for a shell command; null when the layout names none. */
  tool: z.string().nullable(),
  text: z.string(),
  callId: z.string().nullable(),
})

export const observationSchema = z.object({
  text: z.string(),
  /** Exit status of the command; null when the layout does not record one. */
  exitCode: z.number().int().nullable(),
  callId: z.string().nullable(),
  /** The source itself had cut the output (for example `elided_chars`). */
  truncated: z.boolean(),
})
export type Observation = z.infer<typeof observationSchema>

/** One thought + action + observation. */
export const stepSchema = z.object({
  /** Position in the episode, from 1. */
  n: z.number().int().min(1),
  thought: z.string().nullable(),
  actions: z.array(actionSchema),
  observations: z.array(observationSchema),
  at: z.string().nullable(),
  costUsd: z.number().nullable(),
})
export type Step = z.infer<typeof stepSchema>

/** One attempt at one instance, in the form every importer ends in. */
export const trajectorySchema = z.object({
  /** Name of the layout it was read from, e.g. `mini-swe-agent-1`. */
  format: z.string(),
  instanceId: z.string().min(1),
  /** `owner/name` or the project's name where the layout or the id tells; else null. */
  repo: z.string().nullable(),
  task: z.object({
    title: z.string(),
    /** The issue or request with the prompt template around it taken off. */
    text: z.string(),
    /** The first task message as it stood in the file. */
    raw: z.string(),
  }),
  agent: z.object({ name: z.string(), version: z.string().nullable() }),
  /** The backbone, exact version as recorded. */
  backbone: z.string().nullable(),
  outcome: outcomeSchema,
  /** Which file or field said so; null when the outcome is unknown. */
  outcomeSource: z.string().nullable(),
  exitStatus: z.string().nullable(),
  /** The final diff or flag that the agent handed in. */
  submission: z.string().nullable(),
  /** Null when the source does not say, or says 0 through a proxy that does not bill. */
  costUsd: z.number().nullable(),
  startedAt: z.string().nullable(),
  steps: z.array(stepSchema),
  warnings: z.array(z.string()),
})
export type Trajectory = z.infer<typeof trajectorySchema>

/** Which text of a step a span points into. Action and observation k are numbered from 0. */
const stepPartSchema = z.object({
  kind: z.enum(['thought', 'action', 'observation']),
  index: z.number().int().min(0),
})

/** A half-open range of UTF-16 code units inside one text of one step. */
export const spanSchema = z.object({
  step: z.number().int().min(1),
  part: stepPartSchema,
  start: z.number().int().min(0),
  end: z.number().int().min(0),
})
export type Span = z.infer<typeof spanSchema>

/** The text that a span's part names, or null when the step has no such text. */
export function stepText(step: Step, part: z.infer<typeof stepPartSchema>): string | null {
  if (part.kind === 'thought') return step.thought
  if (part.kind === 'action') return step.actions[part.index]?.text ?? null
  return step.observations[part.index]?.text ?? null
}

/** Whether an outcome, or what is said in place of one, is what became of a change in git: no verdict of a benchmark. */
export function isOfGit(outcomeSource: string | null): boolean {
  return outcomeSource?.startsWith('git: ') ?? false
}
