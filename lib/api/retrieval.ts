import { maskAnswer, maskComparison, maskPlayground } from '../extract/mask-answer.ts'
import { compareRequestSchema } from '../memory/compare.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import { explainRequestSchema, exploreRequestSchema, retrieveRequestSchema } from '../memory/retrieval.ts'
import { outcomeReportSchema, servedRetentionSchema, serveRequestSchema } from '../memory/served-log.ts'
import type { Core } from './core.ts'

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
    exploreRequestSchema,
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
  compare: query(
    compareRequestSchema,
    (request, { services: { retrieval } }: Core) => retrieval.compare(request),
    { leave: maskComparison },
  ),
}
