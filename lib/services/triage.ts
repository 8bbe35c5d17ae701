import { resolveFilter } from '../api/asked-filter.ts'
import type { Parts as Core } from '../api/parts.ts'
import { claimWaiting, countWaiting, listWaiting, releaseWaiting } from '../db/entries/waiting.ts'
import { claimFindings, listFindingsOf, releaseFindings, settleFindings } from '../db/findings/findings.ts'
import { drawSample, findSample, judgeEntry, listSamples } from '../db/findings/quality-samples.ts'
import { readClusters, readDismissed, readWorklist } from '../db/findings/worklist.ts'
import { getProject } from '../db/projects.ts'
import { readWorklistHeads } from '../detect/worklists.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { orderDetection } from '../jobs/detect-project.ts'
import { findOriginals } from '../jobs/look-alike.ts'
import { type QualityReport, reportQuality } from '../jobs/quality-report.ts'
import type { AskedFilter } from '../memory/filter/entry-filter.ts'
import type { WaitingList, Worklist } from '../memory/findings/worklist.ts'
import { createBlind } from './blind.ts'
import { over } from './over.ts'

/** What people go through: what detectors found, what waits for them, and samples to judge. */
export function createTriage(core: Core) {
  const { store, worker, rootPath, detect, listPairs, loosePairs, sentences } = core
  const hasReach = (detector: string) => detector === 'near-duplicate'
  const ask = over(store)

  return {
    /** Every worklist in a line, and when the project was last looked through; null = never. */
    worklists: ask(readWorklistHeads),
    async list(query: Parameters<typeof readWorklist>[1]): Promise<Worklist> {
      const { projectId, detector, minScore } = query
      const loose = hasReach(detector) ? await loosePairs.pairs(projectId, minScore) : []
      const list = await readWorklist(store, query, loose)
      return { ...list, reach: hasReach(detector) ? await loosePairs.reach(projectId) : undefined }
    },
    dismissed: ask(readDismissed),
    async clusters(query: Parameters<typeof readClusters>[1]) {
      return await readClusters(store, query, await loosePairs.pairs(query.projectId, query.minScore))
    },
    findingsOf: ask(listFindingsOf),
    /** Near-duplicates less alike than the detector keeps, closest first. */
    loosePairs: loosePairs.pairs,
    async settle({ projectId, ...input }: Parameters<typeof settleFindings>[1] & { projectId: string }) {
      requireNoSecret(input.reason, 'reason')
      const { findings, loose } = await loosePairs.told(projectId, input.ids)
      return await settleFindings(store, { ...input, ids: findings }, loose)
    },
    async claim(input: Parameters<typeof claimFindings>[1]) {
      const { projectId, detector, minScore = null } = input
      const loose = hasReach(detector) ? await loosePairs.pairs(projectId, minScore) : []
      return await claimFindings(store, input, loose)
    },
    release: ask(releaseFindings),
    /** Has the detectors look through a project, in the background. */
    async scan(projectId: string): Promise<null> {
      await orderDetection(store, projectId)
      worker.wake()
      return null
    },
    /** What the detectors make of a project; on the sample with precision and recall on planted trouble. */
    async quality(input: {
      project: string
      examples: number
      seed: number
      meaning: boolean
    }): Promise<QualityReport> {
      const { id: projectId } = await getProject(store, input.project)
      const embedMeaning = (texts: readonly string[]) => sentences.embed(texts, 'work')
      return await reportQuality(
        { ...input, projectId },
        { store, rootPath, detect, listPairs, embedMeaning },
      )
    },
    /** What waits for a person before an agent gets it: held look-alikes, and candidates of the review gate. */
    waiting: createWaiting(core),
    /** Random samples that people judge. */
    samples: {
      draw: async (input: { asked: AskedFilter; size: number; seed: number; by: string }) =>
        await drawSample(store, { ...input, filter: await resolveFilter(input.asked, core) }),
      find: ask(findSample),
      list: ask(listSamples),
      async judge(input: Parameters<typeof judgeEntry>[1]): Promise<null> {
        await judgeEntry(store, input)
        return null
      },
    },
    blind: createBlind(store),
  }
}

function createWaiting({ store, spaces }: Core) {
  const ask = over(store)
  return {
    count: ask(countWaiting),
    async list(query: Parameters<typeof listWaiting>[1]): Promise<WaitingList> {
      const list = await listWaiting(store, query)
      const { id: model, retired } = spaces.current()
      const entries = list.rows.map(({ entry }) => entry)
      const originals = await findOriginals(entries, { store, retired: await retired(), model })
      const rows = list.rows.map((row) => ({ ...row, original: originals.get(row.entry.id) ?? null }))
      return { ...list, rows }
    },
    claim: ask(claimWaiting),
    release: ask(releaseWaiting),
  }
}
