import type { Parts as Core } from '../api/parts.ts'
import { createTriage } from './triage.ts'

/** What is not an operation yet; see lib/api. */
export function createServices(core: Core) {
  return {
    triage: createTriage(core),
  }
}
export type Services = ReturnType<typeof createServices>
