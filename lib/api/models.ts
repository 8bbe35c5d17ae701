import { z } from 'zod'
import { acceptEntries } from '../curate/accept.ts'
import { idSchema, reasonSchema, signed } from '../curate/fields.ts'
import { retireEntries } from '../curate/retire.ts'
import { serveExtractorSchema } from '../curate/serve-extractor.ts'
import { givenAnswerSchema } from '../jobs/distil/hand-over.ts'
import { capsSchema, distilOrderSchema, sidesFilterSchema } from '../memory/distil/distil.ts'
import { ANSWER_WAYS } from '../memory/distil/distil-words.ts'
import { UserError } from '../memory/errors.ts'
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
  sides: query(
    z.strictObject({ ...sidesFilterSchema.shape, ...pageSchema }),
    (input, { services: { models } }: Core) => models.sides(input),
  ),
  /** Accepts or refuses the model's entries of all subtasks that match; refused when the number announced is another by now. */
  settleSides: command(
    z.strictObject({
      filter: z.strictObject(sidesFilterSchema.shape),
      act: z.enum(['accept', 'refuse']),
      /** What the person had read. */
      expectedCount: z.number().int().min(1),
      reason: reasonSchema,
      ...signed,
    }),
    async ({ filter, act, expectedCount, reason, by }, { services: { models }, curation }: Core) => {
      const entryIds = await models.sidesEntryIds(filter)
      if (entryIds.length !== expectedCount)
        throw new UserError('count-changed', `${entryIds.length} entries match now, not ${expectedCount}.`, {
          hint: 'Look again, then confirm. Nothing was changed.',
          status: 409,
        })
      return act === 'accept'
        ? await acceptEntries({ entryIds, reason }, curation.as(by))
        : await retireEntries({ entryIds, reason: reason ?? 'refused side by side' }, curation.as(by))
    },
  ),
}
