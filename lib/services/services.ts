import type { Curation } from '../curate/curation.ts'
import { type Audit, createAudit } from './audit.ts'
import type { Core } from './core.ts'
import { createCuration } from './curation.ts'
import { createExperiments, type Experiments } from './experiments.ts'
import { createLabService, type Lab } from './lab.ts'
import { createMemories, type Memories } from './memories.ts'
import { createModels, type Models } from './models.ts'
import { createRetrieval, type Retrieval } from './retrieval.ts'
import { createStreams, type Streams } from './streams.ts'
import { createTriage, type Triage } from './triage.ts'
import { createWork, type Work } from './work.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

/** What can be asked of a store, by subject; a command is handed all of it. */
export interface Services {
  /** What is stored: projects, entries, runs, and the log of changes. */
  memories: Memories
  /** Asking the memory, and where its entries lie beside each other. */
  retrieval: Retrieval
  /** Changes of entries: what commands stand on. */
  curation: Curation
  /** What detectors found, what waits for a person, samples to judge. */
  triage: Triage
  /** Ways to retrieve, side by side, and how good they are. */
  lab: Lab
  /** What comes in, background work, and the spaces of vectors. */
  work: Work
  /** The work of language models: what it would take, how it stands, requests that wait for an answer. */
  models: Models
  /** Reports on the memory itself, each made once for a state of it. */
  audit: Audit
  /** Experiments that really run: a search program with and without memory. */
  workbench: Workbench
  /** Outcomes of whole runs, held against each other. */
  experiments: Experiments
  /** Stored runs as a stream: what would have been retrieved as the memory grew. */
  streams: Streams
}

/** Builds them over what they share. */
export function createServices(core: Core): Services {
  const retrieval = createRetrieval(core)
  const memories = createMemories(core, retrieval.map)
  const triage = createTriage(core, memories)
  const lab = createLabService(core)
  const curation = createCuration(core, { memories, triage })
  return {
    memories,
    retrieval,
    curation,
    triage,
    lab,
    work: createWork(core, curation),
    models: createModels(core, curation),
    audit: createAudit(core),
    workbench: createWorkbench(core),
    experiments: createExperiments(core),
    streams: createStreams(core),
  }
}
