import type { Parts as Core } from '../api/parts.ts'
import { createLab } from '../experiments/lab.ts'
import type { LabRequest } from '../memory/lab/lab.ts'
import type { RetrieveRequest } from '../memory/retrieval.ts'
import { type ReplayQuery, readSampleQueries } from '../studies/retrieval/replay-query.ts'

/** Ways to retrieve, side by side, and how good they are. */
export function createLabService(core: Core) {
  const { store, rootPath, answerDeps, inSpace } = core

  /** The sample's labelled questions, read once. */
  let labelled: ReplayQuery[] | null = null
  function sampleQueries(): ReplayQuery[] {
    labelled ??= readSampleQueries(rootPath)
    return labelled
  }
  const lab = inSpace(({ questions }) =>
    createLab({ store, embedder: questions, answerDeps, sampleQueries, now: () => performance.now() }),
  )
  return {
    compare: (request: LabRequest) => lab().compare(request),
    /** What the memory would answer behind each of the four walls. */
    wrongTurns: (request: RetrieveRequest) => lab().wrongTurns(request),
  }
}
