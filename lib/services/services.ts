import type { Parts as Core } from '../api/parts.ts'
import { createCuration } from './curation.ts'
import { createExperiments } from './experiments.ts'
import { createMemories } from './memories.ts'
import { createModels } from './models.ts'
import { createRetrieval } from './retrieval.ts'
import { createTriage } from './triage.ts'
import { createWork } from './work.ts'

/** What can be asked of a store, by subject; a command is handed all of it. */
export function createServices(core: Core) {
  const retrieval = createRetrieval(core)
  const memories = createMemories(core, retrieval.map)
  const triage = createTriage(core, memories)
  const curation = createCuration(core, { memories, triage })
  return {
    /** What is stored: projects, entries, runs, and the log of changes. */
    memories,
    /** Asking the memory, and where its entries lie beside each other. */
    retrieval,
    /** Changes of entries: what commands stand on. */
    curation,
    /** What detectors found, what waits for a person, samples to judge. */
    triage,
    /** What comes in, background work, and the spaces of vectors. */
    work: createWork(core, curation),
    /** The work of language models: what it would take, how it stands, requests that wait for an answer. */
    models: createModels(core, curation),
    /** Experiments that really run: a search program with and without memory. */
    /** Outcomes of whole runs, held against each other. */
    experiments: createExperiments(core),
  }
}
export type Services = ReturnType<typeof createServices>
