import type { Parts as Core } from '../api/parts.ts'
import { createExperiments } from './experiments.ts'
import { createTriage } from './triage.ts'

/** What is not an operation yet; see lib/api. */
export function createServices(core: Core) {
  return {
    triage: createTriage(core),
    experiments: createExperiments(core),
  }
}
export type Services = ReturnType<typeof createServices>
