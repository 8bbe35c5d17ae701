import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { command } from '../memory/command.ts'
import { labRequestSchema } from '../memory/lab/lab.ts'
import { explainRequestSchema, retrieveRequestSchema } from '../memory/retrieval.ts'
import { outcomeReportSchema, servedRetentionSchema, serveRequestSchema } from '../memory/served-log.ts'
import { batchRequestSchema, MOST_QUESTION_CHARACTERS } from '../memory/studies/retrieval.ts'
import type { Services } from '../services/services.ts'
import { readBatchQueries } from '../studies/retrieval/pasted-questions.ts'
import { replayRequestSchema } from '../studies/retrieval/replay.ts'

type Asks = Pick<Services, 'retrieval'>
type Compares = Pick<Services, 'lab'>

const gradeSchema = z.strictObject({
  queryId: z.string().min(1).max(300),
  entryId: idSchema,
  grade: z.number().int().min(0).max(3),
})

export const retrievalCommands = {
  retrieve: command(retrieveRequestSchema, (request, { retrieval }: Asks) => retrieval.retrieve(request)),
  /** A question of a program: what it is told counts as served. */
  serve: command(serveRequestSchema, (request, { retrieval }: Asks) => retrieval.serve(request)),
  reportOutcomes: command(outcomeReportSchema, (report, { retrieval }: Asks) =>
    retrieval.served.report(report),
  ),
  keepServed: command(servedRetentionSchema, (retention, { retrieval }: Asks) =>
    retrieval.served.keep(retention),
  ),
  explore: command(retrieveRequestSchema, (request, { retrieval }: Asks) => retrieval.explore(request)),
  explain: command(explainRequestSchema, (request, { retrieval }: Asks) => retrieval.explain(request)),
  saveRetrieval: command(retrieveRequestSchema, (request, { retrieval }: Asks) => retrieval.save(request)),
  compare: command(labRequestSchema, (request, { lab }: Compares) => lab.compare(request)),
  wrongTurns: command(retrieveRequestSchema, (request, { lab }: Compares) => lab.wrongTurns(request)),
  replay: command(replayRequestSchema, (request, { lab }: Compares) => lab.replay(request)),
  sameFileQueries: command(
    z.strictObject({ project: z.string().min(1).max(80), level: z.enum(['task', 'subtask']) }),
    (input, { lab }: Compares) => lab.sameFileQueries(input),
  ),
  /** A batch: its questions as pasted text (lines, JSON Lines or CSV) and what is compared. Gives its id at once. */
  orderBatch: command(
    batchRequestSchema.omit({ queries: true }).extend({ text: z.string().max(MOST_QUESTION_CHARACTERS) }),
    ({ text, ...settings }, { lab }: Compares) =>
      lab.batches.order({ ...settings, queries: readBatchQueries(text) }),
  ),
  /** Keeps a grade when there is one, or takes the last one back, and gives the judge's next pair. */
  judge: command(
    z.strictObject({
      runId: idSchema,
      by: z.string().trim().min(1, 'Say who judges.').max(60),
      judgement: z.union([gradeSchema, z.literal('take-back')]).nullable(),
    }),
    async ({ runId, by, judgement }, { lab: { batches } }: Compares) => {
      if (judgement === 'take-back') await batches.takeBack({ runId, by })
      else if (judgement) await batches.judge({ runId, by, ...judgement })
      return await batches.nextPair({ runId, by })
    },
  ),
}
