import type { Curation } from '../curate/curation.ts'
import type { Audit } from './audit.ts'
import type { Experiments } from './experiments.ts'
import type { Lab } from './lab.ts'
import type { Memories } from './memories.ts'
import type { Models } from './models.ts'
import type { Retrieval } from './retrieval.ts'
import type { Streams } from './streams.ts'
import type { Triage } from './triage.ts'
import type { Work } from './work.ts'
import type { Workbench } from './workbench.ts'

/** What can be asked of a store, by subject; a command is handed all of it. */
export interface Services {
  memories: Memories
  retrieval: Retrieval
  curation: Curation
  triage: Triage
  lab: Lab
  work: Work
  models: Models
  audit: Audit
  workbench: Workbench
  experiments: Experiments
  streams: Streams
}
