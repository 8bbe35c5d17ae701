import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { maskAnswer, maskComparison, maskPlayground, maskTurns } from '../extract/mask-answer.ts'
import { labRequestSchema } from '../memory/lab/lab.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import { explainRequestSchema, retrieveRequestSchema } from '../memory/retrieval.ts'
import { outcomeReportSchema, servedRetentionSchema, serveRequestSchema } from '../memory/served-log.ts'
import { batchRequestSchema, MOST_QUESTION_CHARACTERS } from '../memory/studies/retrieval.ts'
import { readBatchQueries } from '../studies/retrieval/pasted-questions.ts'
import { replayRequestSchema } from '../studies/retrieval/replay.ts'
import type { Core } from './core.ts'

const gradeSchema = z.strictObject({
  queryId: z.string().min(1).max(300),
  entryId: idSchema,
  grade: z.number().int().min(0).max(3),
})

export const retrievalCommands = {
  retrieve: query(
    retrieveRequestSchema,
    (request, { services: { retrieval } }: Core) => retrieval.retrieve(request),
    { leave: maskAnswer },
  ),
  /** A question of a program: what it is told counts as served. */
  serve: command(
    serveRequestSchema,
    (request, { services: { retrieval } }: Core) => retrieval.serve(request),
    {
      // What is kept of a question is masked: the answer must not fail because of it.
      arrive: asItIs,
      leave: maskAnswer,
    },
  ),
  reportOutcomes: command(outcomeReportSchema, (report, { services: { retrieval } }: Core) =>
    retrieval.served.report(report),
  ),
  keepServed: command(servedRetentionSchema, (retention, { services: { retrieval } }: Core) =>
    retrieval.served.keep(retention),
  ),
  explore: query(
    retrieveRequestSchema,
    (request, { services: { retrieval } }: Core) => retrieval.explore(request),
    { leave: maskPlayground },
  ),
  // Words of the question are told back as they were asked.
  explain: query(
    explainRequestSchema,
    (request, { services: { retrieval } }: Core) => retrieval.explain(request),
    { leave: asItIs },
  ),
  // Its question is masked before it is kept.
  saveRetrieval: command(
    retrieveRequestSchema,
    (request, { services: { retrieval } }: Core) => retrieval.save(request),
    { arrive: asItIs },
  ),
  compare: query(labRequestSchema, (request, { services: { lab } }: Core) => lab.compare(request), {
    leave: maskComparison,
  }),
  wrongTurns: query(
    retrieveRequestSchema,
    (request, { services: { lab } }: Core) => lab.wrongTurns(request),
    { leave: maskTurns },
  ),
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
