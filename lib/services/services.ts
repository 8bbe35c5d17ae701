import type { Parts as Core } from '../api/parts.ts'
import { createAudit } from './audit.ts'
import { createCuration } from './curation.ts'
import { createExperiments } from './experiments.ts'
import { createLabService } from './lab.ts'
import { createMemories } from './memories.ts'
import { createModels } from './models.ts'
import { createRetrieval } from './retrieval.ts'
import { createStreams } from './streams.ts'
import { createTriage } from './triage.ts'
import { createWork } from './work.ts'

/** What can be asked of a store, by subject; a command is handed all of it. */
export function createServices(core: Core) {
  const retrieval = createRetrieval(core)
  const memories = createMemories(core, retrieval.map)
  const triage = createTriage(core, memories)
  const lab = createLabService(core)
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
    /** Ways to retrieve, side by side, and how good they are. */
    lab,
    /** What comes in, background work, and the spaces of vectors. */
    work: createWork(core, curation),
    /** The work of language models: what it would take, how it stands, requests that wait for an answer. */
    models: createModels(core, curation),
    /** Reports on the memory itself, each made once for a state of it. */
    audit: createAudit(core),
    /** Experiments that really run: a search program with and without memory. */
    /** Outcomes of whole runs, held against each other. */
    experiments: createExperiments(core),
    /** Stored runs as a stream: what would have been retrieved as the memory grew. */
    streams: createStreams(core),
  }
}
export type Services = ReturnType<typeof createServices>
