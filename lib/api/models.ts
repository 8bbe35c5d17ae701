import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { serveExtractorSchema } from '../curate/serve-extractor.ts'
import { givenAnswerSchema } from '../jobs/distil/hand-over.ts'
import { capsSchema, distilOrderSchema } from '../memory/distil/distil.ts'
import { ANSWER_WAYS } from '../memory/distil/distil-words.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import { readQuestionSchema } from '../memory/question-reading.ts'
import type { Core } from './core.ts'

const projectSchema = z.strictObject({ project: z.string().min(1).max(80) })
const pageSchema = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(100) }

export const modelsCommands = {
  distilStatus: query(projectSchema, (input, { services: { models } }: Core) => models.status(input)),
  projectYield: query(projectSchema, (input, { services: { models } }: Core) => models.yieldOf(input)),
  estimateDistil: query(
    projectSchema.extend({ with: z.enum(ANSWER_WAYS), runs: z.boolean().default(false) }),
    (input, { services: { models } }: Core) => models.estimate(input),
  ),
  orderDistil: command(distilOrderSchema, (input, { services: { models } }: Core) => models.order(input)),
  actOnDistil: command(
    z.strictObject({
      jobId: idSchema,
      act: z.enum(['pause', 'resume', 'cancel']),
      caps: capsSchema.partial().optional(),
    }),
    (input, { services: { models } }: Core) => models.act(input),
  ),
  waitingRequests: query(
    projectSchema.extend(pageSchema),
    (input, { services: { models } }: Core) => models.waiting(input),
    // A request is handed over word for word: it is known by the hash of its words. Its steps were masked when they were read in.
    { leave: asItIs },
  ),
  giveAnswer: command(
    givenAnswerSchema.extend({ hash: z.string().length(64) }),
    (input, { services: { models } }: Core) => models.answer(input),
  ),
  /** Has a model read a question once: the plan of a whole task, or its category. What is kept is masked before it is asked. */
  readQuestion: command(
    readQuestionSchema,
    (input, { services: { models } }: Core) => models.readQuestion(input),
    { arrive: asItIs },
  ),
  questionStanding: query(readQuestionSchema, (input, { services: { models } }: Core) =>
    models.questionStanding(input),
  ),
  serveExtractor: command(serveExtractorSchema, (input, { services: { models } }: Core) =>
    models.serve(input),
  ),
}
