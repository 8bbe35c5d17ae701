import { z } from 'zod'

/** A fault in a library and the report that somebody wrote about it. */
const benchTaskSchema = z.object({
  /** `library-function-mechanism-n`. */
  id: z.string(),
  library: z.string(),
  /** Function the report is about; the fault may lie in one that it calls. */
  named: z.string(),
  /** First line of the report, see `reportText`. */
  title: z.string(),
  /** What follows is the bench's own and never shown to an agent. */
  faulty: z.array(z.string()),
  mechanisms: z.array(z.string()),
  /** Replacements in the sound source that make the fault. */
  edits: z.array(z.object({ start: z.number().int(), end: z.number().int(), text: z.string() })),
  /** Some other change passes every visible test and fails a hidden one. */
  tempting: z.boolean(),
})
export type BenchTask = z.infer<typeof benchTaskSchema>

/** Tasks to learn from and tasks to be tested on; no function is faulty in both, `decoys` apart. */
export const worldSchema = z.object({
  name: z.string(),
  about: z.string(),
  training: z.array(benchTaskSchema),
  heldOut: z.array(benchTaskSchema),
})
export type World = z.infer<typeof worldSchema>
