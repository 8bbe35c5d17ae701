import { command } from '../memory/command.ts'
import { labRequestSchema } from '../memory/lab/lab.ts'
import { explainRequestSchema, retrieveRequestSchema } from '../memory/retrieval.ts'
import { outcomeReportSchema, servedRetentionSchema, serveRequestSchema } from '../memory/served-log.ts'
import type { Services } from '../services/services.ts'

type Asks = Pick<Services, 'retrieval'>
type Compares = Pick<Services, 'lab'>

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
}
