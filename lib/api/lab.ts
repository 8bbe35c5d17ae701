import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import { batchRequestSchema, MOST_QUESTION_CHARACTERS } from '../memory/studies/retrieval.ts'
import { readBatchQueries } from '../studies/retrieval/pasted-questions.ts'
import { replayRequestSchema } from '../studies/retrieval/replay.ts'
import type { Core } from './core.ts'

const gradeSchema = z.strictObject({
  queryId: z.string().min(1).max(300),
  entryId: idSchema,
  grade: z.number().int().min(0).max(3),
})

export const labCommands = {
  replay: query(replayRequestSchema, (request, { services: { lab } }: Core) => lab.replay(request)),
  sameFileQueries: query(
    z.strictObject({ project: z.string().min(1).max(80), level: z.enum(['task', 'subtask']) }),
    (input, { services: { lab } }: Core) => lab.sameFileQueries(input),
    // Questions to ask again.
    { leave: asItIs },
  ),
  /** A batch: its questions as pasted text (lines, JSON Lines or CSV) and what is compared. Gives its id at once. */
  orderBatch: command(
    batchRequestSchema.omit({ queries: true }).extend({ text: z.string().max(MOST_QUESTION_CHARACTERS) }),
    ({ text, ...settings }, { services: { lab } }: Core) =>
      lab.batches.order({ ...settings, queries: readBatchQueries(text) }),
  ),
  /** Keeps a grade when there is one, or takes the last one back, and gives the judge's next pair. */
  judge: command(
    z.strictObject({
      runId: idSchema,
      by: z.string().trim().min(1, 'Say who judges.').max(60),
      judgement: z.union([gradeSchema, z.literal('take-back')]).nullable(),
    }),
    async (
      { runId, by, judgement },
      {
        services: {
          lab: { batches },
        },
      }: Core,
    ) => {
      if (judgement === 'take-back') await batches.takeBack({ runId, by })
      else if (judgement) await batches.judge({ runId, by, ...judgement })
      return await batches.nextPair({ runId, by })
    },
  ),
}
