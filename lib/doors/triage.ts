import { claimFindings, listFindingsOf, releaseFindings, settleFindings } from '../db/findings.ts'
import { hasReviewGate, setReviewGate } from '../db/projects.ts'
import { drawSample, findSample, judgeEntry, listSamples } from '../db/quality-samples.ts'
import { deleteSavedView, listSavedViews, saveView } from '../db/saved-views.ts'
import { claimWaiting, countWaiting, listWaiting, releaseWaiting } from '../db/waiting.ts'
import { readClusters, readDismissed, readWorklist } from '../db/worklist.ts'
import { maskEntry } from '../extract/mask-entry.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { orderDetection } from '../jobs/detect-project.ts'
import { findOriginals } from '../jobs/look-alike.ts'
import type { AskedFilter } from '../memory/entry-filter.ts'
import type { TriageRow, WaitingList } from '../memory/worklist.ts'
import type { House } from './house.ts'

/** What people go through: worklists, what waits for them, samples to judge, and the views and the gate of a project. */
export function triageDoors(house: House) {
  const { store, spaces, worker, worklists, resolveFilter, loosePairs } = house
  return {
    /** Random samples that people judge. */
    quality: {
      async draw(input: { asked: AskedFilter; size: number; seed: number; by: string }) {
        return await drawSample(store, { ...input, filter: await resolveFilter(input.asked) })
      },
      async find(id: string) {
        const sample = await findSample(store, id)
        if (!sample) return null
        const items = sample.items.map((item) => ({ ...item, entry: maskEntry(item.entry) }))
        return { ...sample, items }
      },
      list: (projectId: string) => listSamples(store, projectId),
      async judge(input: Parameters<typeof judgeEntry>[1]): Promise<null> {
        await judgeEntry(store, input)
        return null
      },
    },
    savedViews: {
      list: (input: { projectId: string; page: string }) => listSavedViews(store, input),
      save: (input: Parameters<typeof saveView>[1]) => saveView(store, input),
      async remove(id: string): Promise<null> {
        await deleteSavedView(store, id)
        return null
      },
    },
    reviewGate: {
      isOn: (projectId: string) => hasReviewGate(store, projectId),
      async set(input: { projectId: string; on: boolean }): Promise<null> {
        await setReviewGate(store, input)
        return null
      },
    },
    /** Worklists: what detectors found, and what people decided about it. */
    findings: {
      worklists,
      async list(query: Parameters<typeof readWorklist>[1]) {
        const hasReach = query.detector === 'near-duplicate'
        const loose = hasReach ? await loosePairs().pairs(query.projectId, query.minScore) : []
        const list = await readWorklist(store, query, loose)
        const reach = hasReach ? await loosePairs().reach(query.projectId) : undefined
        return { ...list, rows: list.rows.map(maskRow), reach }
      },
      async dismissed(query: Parameters<typeof readDismissed>[1]) {
        const list = await readDismissed(store, query)
        return { ...list, rows: list.rows.map(maskRow) }
      },
      async clusters(query: Parameters<typeof readClusters>[1]) {
        const loose = await loosePairs().pairs(query.projectId, query.minScore)
        const found = await readClusters(store, query, loose)
        const clusters = found.clusters.map((one) => ({ ...one, entries: one.entries.map(maskEntry) }))
        return { ...found, clusters }
      },
      ofEntry: async (entryId: string) => maskTexts(await listFindingsOf(store, entryId)),
      async settle({ projectId, ...input }: Parameters<typeof settleFindings>[1] & { projectId: string }) {
        requireNoSecret(input.reason, 'reason')
        const { findings, loose } = await loosePairs().told(projectId, input.ids)
        return await settleFindings(store, { ...input, ids: findings }, loose)
      },
      async claim(input: Parameters<typeof claimFindings>[1]) {
        const hasReach = input.detector === 'near-duplicate'
        const loose = hasReach ? await loosePairs().pairs(input.projectId, input.minScore ?? null) : []
        return await claimFindings(store, input, loose)
      },
      release: (input: Parameters<typeof releaseFindings>[1]) => releaseFindings(store, input),
      async scan(projectId: string): Promise<null> {
        await orderDetection(store, projectId)
        worker.wake()
        return null
      },
    },
    /** What waits for a person before an agent gets it: held look-alikes, and candidates of the review gate. */
    waiting: {
      count: (projectId: string) => countWaiting(store, projectId),
      async list(query: Parameters<typeof listWaiting>[1]): Promise<WaitingList> {
        const list = await listWaiting(store, query)
        const { id: model, retired } = spaces.current()
        const entries = list.rows.map(({ entry }) => entry)
        const originals = await findOriginals(entries, { store, retired: await retired(), model })
        const rows = list.rows.map(({ entry, claimedBy }) => {
          const like = originals.get(entry.id)
          const original = like ? { ...like, entry: maskEntry(like.entry) } : null
          return { entry: maskEntry(entry), claimedBy, original }
        })
        return { ...list, rows }
      },
      claim: (input: Parameters<typeof claimWaiting>[1]) => claimWaiting(store, input),
      release: (input: Parameters<typeof releaseWaiting>[1]) => releaseWaiting(store, input),
    },
  }
}

function maskRow({ finding, entry, other }: TriageRow): TriageRow {
  return { finding: maskTexts(finding), entry: maskEntry(entry), other: other && maskEntry(other) }
}
