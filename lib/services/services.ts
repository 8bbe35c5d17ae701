import type { Parts as Core } from '../api/parts.ts'
import { createAudit } from './audit.ts'
import { createExperiments } from './experiments.ts'
import { createLabService } from './lab.ts'
import { createStreams } from './streams.ts'
import { createTriage } from './triage.ts'

/** What is not an operation yet; see lib/api. */
export function createServices(core: Core) {
  return {
    triage: createTriage(core),
    lab: createLabService(core),
    audit: createAudit(core),
    experiments: createExperiments(core),
    streams: createStreams(core),
  }
}
export type Services = ReturnType<typeof createServices>
