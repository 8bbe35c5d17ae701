import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { command } from '../memory/command.ts'
import type { Services } from '../services/services.ts'
import { replayRequestSchema } from '../studies/retrieval/replay.ts'

type Asks = Pick<Services, 'studies'>

const gradeSchema = z.strictObject({
  queryId: z.string().min(1).max(300),
  entryId: idSchema,
  grade: z.number().int().min(0).max(3),
})

export const studiesCommands = {
  /** Freezes a study and orders its work: the name of its design, and what the order of that design takes. Gives its id at once. */
  orderStudy: command(z.looseObject({ design: z.string() }), (order, { studies }: Asks) =>
    studies.order(order),
  ),
  streamMoment: command(
    z.strictObject({ id: idSchema, seed: z.number().int(), position: z.number().int().min(0) }),
    (input, { studies }: Asks) => studies.moment(input),
  ),
  replay: command(replayRequestSchema, (request, { studies }: Asks) => studies.replay(request)),
  sameFileQueries: command(
    z.strictObject({ project: z.string().min(1).max(80), level: z.enum(['task', 'subtask']) }),
    (input, { studies }: Asks) => studies.sameFileQueries(input),
  ),
  /** Keeps a grade when there is one, or takes the last one back, and gives the judge's next pair. */
  judge: command(
    z.strictObject({
      runId: idSchema,
      by: z.string().trim().min(1, 'Say who judges.').max(60),
      judgement: z.union([gradeSchema, z.literal('take-back')]).nullable(),
    }),
    async ({ runId, by, judgement }, { studies }: Asks) => {
      if (judgement === 'take-back') await studies.takeBack({ runId, by })
      else if (judgement) await studies.judge({ runId, by, ...judgement })
      return await studies.nextPair({ runId, by })
    },
  ),
}
