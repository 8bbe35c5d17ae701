import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { readBatchQueries } from '../experiments/batch-queries.ts'
import { replayRequestSchema } from '../experiments/replay.ts'
import { command } from '../memory/command.ts'
import { batchRequestSchema, MOST_QUESTION_CHARACTERS } from '../memory/lab/batch.ts'
import { labRequestSchema } from '../memory/lab/lab.ts'
import { explainRequestSchema, retrieveRequestSchema } from '../memory/retrieval.ts'
import { outcomeReportSchema, servedRetentionSchema, serveRequestSchema } from '../memory/served-log.ts'
import type { Services } from '../services/services.ts'

type Asks = Pick<Services, 'retrieval'>
type Compares = Pick<Services, 'lab'>

export const retrieve = command({
  name: 'retrieve',
  input: retrieveRequestSchema,
  run: async (request, { retrieval }: Asks) => await retrieval.retrieve(request),
})

/** A question of a program: what it is told counts as served. */
export const serve = command({
  name: 'serve',
  input: serveRequestSchema,
  run: async (request, { retrieval }: Asks) => await retrieval.serve(request),
})

export const reportOutcomes = command({
  name: 'reportOutcomes',
  input: outcomeReportSchema,
  run: async (report, { retrieval }: Asks) => await retrieval.served.report(report),
})

export const keepServed = command({
  name: 'keepServed',
  input: servedRetentionSchema,
  run: async (retention, { retrieval }: Asks) => await retrieval.served.keep(retention),
})

export const explore = command({
  name: 'explore',
  input: retrieveRequestSchema,
  run: async (request, { retrieval }: Asks) => await retrieval.explore(request),
})

export const explain = command({
  name: 'explain',
  input: explainRequestSchema,
  run: async (request, { retrieval }: Asks) => await retrieval.explain(request),
})

export const saveRetrieval = command({
  name: 'saveRetrieval',
  input: retrieveRequestSchema,
  run: async (request, { retrieval }: Asks) => await retrieval.save(request),
})

export const compare = command({
  name: 'compare',
  input: labRequestSchema,
  run: async (request, { lab }: Compares) => await lab.compare(request),
})

export const wrongTurns = command({
  name: 'wrongTurns',
  input: retrieveRequestSchema,
  run: async (request, { lab }: Compares) => await lab.wrongTurns(request),
})

export const replay = command({
  name: 'replay',
  input: replayRequestSchema,
  run: async (request, { lab }: Compares) => await lab.replay(request),
})

export const sameFileQueries = command({
  name: 'sameFileQueries',
  input: z.strictObject({ project: z.string().min(1).max(80), level: z.enum(['task', 'subtask']) }),
  run: async (input, { lab }: Compares) => await lab.sameFileQueries(input),
})

/** A batch: its questions as pasted text (lines, JSON Lines or CSV) and what is compared. Gives its id at once. */
export const orderBatch = command({
  name: 'orderBatch',
  input: batchRequestSchema
    .omit({ queries: true })
    .extend({ text: z.string().max(MOST_QUESTION_CHARACTERS) }),
  run: async ({ text, ...settings }, { lab }: Compares) =>
    await lab.batches.order({ ...settings, queries: readBatchQueries(text) }),
})

const gradeSchema = z.strictObject({
  queryId: z.string().min(1).max(300),
  entryId: idSchema,
  grade: z.number().int().min(0).max(3),
})

/** Keeps a grade when there is one, or takes the last one back, and gives the judge's next pair. */
export const judge = command({
  name: 'judge',
  input: z.strictObject({
    runId: idSchema,
    by: z.string().trim().min(1, 'Say who judges.').max(60),
    judgement: z.union([gradeSchema, z.literal('take-back')]).nullable(),
  }),
  run: async ({ runId, by, judgement }, { lab: { batches } }: Compares) => {
    if (judgement === 'take-back') await batches.takeBack({ runId, by })
    else if (judgement) await batches.judge({ runId, by, ...judgement })
    return await batches.nextPair({ runId, by })
  },
})
