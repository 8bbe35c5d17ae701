import { claimWaiting, countWaiting, listWaiting, releaseWaiting } from '../db/entries/waiting.ts'
import {
  claimFindings,
  listFindingsOf,
  releaseFindings,
  type ScanState,
  settleFindings,
} from '../db/findings/findings.ts'
import { drawSample, findSample, judgeEntry, listSamples } from '../db/findings/quality-samples.ts'
import { readClusters, readDismissed, readWorklist } from '../db/findings/worklist.ts'
import { getProject } from '../db/projects.ts'
import { readWorklistHeads } from '../detect/worklists.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { orderDetection } from '../jobs/detect-project.ts'
import { findOriginals } from '../jobs/look-alike.ts'
import { createLoosePairs } from '../jobs/loose-pairs.ts'
import { type QualityReport, reportQuality } from '../jobs/quality-report.ts'
import type { AskedFilter } from '../memory/filter/entry-filter.ts'
import type { FindingView } from '../memory/findings/finding.ts'
import type { SampleHead, SampleView } from '../memory/findings/quality.ts'
import type {
  DismissedList,
  LoosePair,
  TriageCluster,
  WaitingList,
  Worklist,
  WorklistHead,
} from '../memory/findings/worklist.ts'
import { type Blind, createBlind } from './blind.ts'
import type { Core } from './core.ts'
import type { Memories } from './memories.ts'

/** What people go through: what detectors found, what waits for them, and samples to judge. */
export interface Triage {
  /** Every worklist in a line, and when the project was last looked through; null = never. */
  worklists(
    projectId: string,
  ): Promise<{ heads: WorklistHead[]; scan: ScanState | null; unseenCount: number }>
  list(query: Parameters<typeof readWorklist>[1]): Promise<Worklist>
  dismissed(query: Parameters<typeof readDismissed>[1]): Promise<DismissedList>
  clusters(
    query: Parameters<typeof readClusters>[1],
  ): Promise<{ clusters: TriageCluster[]; clusterCount: number; entryCount: number }>
  findingsOf(entryId: string): Promise<FindingView[]>
  /** Near-duplicates less alike than the detector keeps, closest first. */
  loosePairs(projectId: string, minScore: number | null): Promise<LoosePair[]>
  settle(input: Parameters<typeof settleFindings>[1] & { projectId: string }): Promise<{ count: number }>
  claim(input: Parameters<typeof claimFindings>[1]): Promise<{ ids: string[] }>
  release(input: Parameters<typeof releaseFindings>[1]): Promise<{ count: number }>
  /** Has the detectors look through a project, in the background. */
  scan(projectId: string): Promise<null>
  /** What the detectors make of a project; on the sample with precision and recall on planted trouble. */
  quality(input: {
    project: string
    examples: number
    seed: number
    meaning: boolean
  }): Promise<QualityReport>

  /** What waits for a person before an agent gets it: held look-alikes, and candidates of the review gate. */
  waiting: {
    count(projectId: string): Promise<{ count: number; held: number }>
    list(query: Parameters<typeof listWaiting>[1]): Promise<WaitingList>
    claim(input: Parameters<typeof claimWaiting>[1]): Promise<{ ids: string[] }>
    release(input: Parameters<typeof releaseWaiting>[1]): Promise<{ count: number }>
  }

  /** Random samples that people judge. */
  samples: {
    draw(input: { asked: AskedFilter; size: number; seed: number; by: string }): Promise<{ id: string }>
    find(id: string): Promise<SampleView | null>
    list(projectId: string): Promise<SampleHead[]>
    judge(input: Parameters<typeof judgeEntry>[1]): Promise<null>
  }
  blind: Blind
}

export function createTriage(core: Core, memories: Memories): Triage {
  const { store, worker, rootPath, detect, listPairs, sentences } = core
  const loosePairs = createLoosePairs(store, listPairs)
  const hasReach = (detector: string) => detector === 'near-duplicate'

  return {
    worklists: (projectId) => readWorklistHeads(store, projectId),
    async list(query) {
      const { projectId, detector, minScore } = query
      const loose = hasReach(detector) ? await loosePairs.pairs(projectId, minScore) : []
      const list = await readWorklist(store, query, loose)
      return { ...list, reach: hasReach(detector) ? await loosePairs.reach(projectId) : undefined }
    },
    dismissed: (query) => readDismissed(store, query),
    async clusters(query) {
      return await readClusters(store, query, await loosePairs.pairs(query.projectId, query.minScore))
    },
    findingsOf: (entryId) => listFindingsOf(store, entryId),
    loosePairs: (projectId, minScore) => loosePairs.pairs(projectId, minScore),
    async settle({ projectId, ...input }) {
      requireNoSecret(input.reason, 'reason')
      const { findings, loose } = await loosePairs.told(projectId, input.ids)
      return await settleFindings(store, { ...input, ids: findings }, loose)
    },
    async claim(input) {
      const { projectId, detector, minScore = null } = input
      const loose = hasReach(detector) ? await loosePairs.pairs(projectId, minScore) : []
      return await claimFindings(store, input, loose)
    },
    release: (input) => releaseFindings(store, input),
    async scan(projectId) {
      await orderDetection(store, projectId)
      worker.wake()
      return null
    },
    async quality(input) {
      const { id: projectId } = await getProject(store, input.project)
      const embedMeaning = (texts: readonly string[]) => sentences.embed(texts, 'work')
      return await reportQuality(
        { ...input, projectId },
        { store, rootPath, detect, listPairs, embedMeaning },
      )
    },
    waiting: createWaiting(core),
    samples: {
      draw: async (input) =>
        await drawSample(store, { ...input, filter: await memories.resolveFilter(input.asked) }),
      find: (id) => findSample(store, id),
      list: (projectId) => listSamples(store, projectId),
      async judge(input) {
        await judgeEntry(store, input)
        return null
      },
    },
    blind: createBlind(store),
  }
}

function createWaiting({ store, spaces }: Core): Triage['waiting'] {
  return {
    count: (projectId) => countWaiting(store, projectId),
    async list(query) {
      const list = await listWaiting(store, query)
      const { id: model, retired } = spaces.current()
      const entries = list.rows.map(({ entry }) => entry)
      const originals = await findOriginals(entries, { store, retired: await retired(), model })
      const rows = list.rows.map((row) => ({ ...row, original: originals.get(row.entry.id) ?? null }))
      return { ...list, rows }
    },
    claim: (input) => claimWaiting(store, input),
    release: (input) => releaseWaiting(store, input),
  }
}
