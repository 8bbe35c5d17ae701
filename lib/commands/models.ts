import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { serveExtractorSchema } from '../curate/serve-extractor.ts'
import { givenAnswerSchema } from '../jobs/distil/hand-over.ts'
import { command } from '../memory/command.ts'
import { capsSchema, distilOrderSchema } from '../memory/distil/distil.ts'
import { ANSWER_WAYS } from '../memory/distil/distil-words.ts'
import { readQuestionSchema } from '../memory/question-reading.ts'
import type { Services } from '../services/services.ts'

type Works = Pick<Services, 'models'>

const projectSchema = z.strictObject({ project: z.string().min(1).max(80) })
const pageSchema = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(100) }

export const modelsCommands = {
  distilStatus: command(projectSchema, (input, { models }: Works) => models.status(input)),
  projectYield: command(projectSchema, (input, { models }: Works) => models.yieldOf(input)),
  estimateDistil: command(
    projectSchema.extend({ with: z.enum(ANSWER_WAYS), runs: z.boolean().default(false) }),
    (input, { models }: Works) => models.estimate(input),
  ),
  orderDistil: command(distilOrderSchema, (input, { models }: Works) => models.order(input)),
  actOnDistil: command(
    z.strictObject({
      jobId: idSchema,
      act: z.enum(['pause', 'resume', 'cancel']),
      caps: capsSchema.partial().optional(),
    }),
    (input, { models }: Works) => models.act(input),
  ),
  waitingRequests: command(projectSchema.extend(pageSchema), (input, { models }: Works) =>
    models.waiting(input),
  ),
  giveAnswer: command(givenAnswerSchema.extend({ hash: z.string().length(64) }), (input, { models }: Works) =>
    models.answer(input),
  ),
  /** Has a model read a question once: the plan of a whole task, or its category. What is kept is masked before it is asked. */
  readQuestion: command(readQuestionSchema, (input, { models }: Works) => models.readQuestion(input)),
  questionStanding: command(readQuestionSchema, (input, { models }: Works) => models.questionStanding(input)),
  serveExtractor: command(serveExtractorSchema, (input, { models }: Works) => models.serve(input)),
}
