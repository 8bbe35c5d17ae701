import { addEntry } from '../curate/add-entry.ts'
import { type BulkInput, bulkChange, previewBulk } from '../curate/bulk.ts'
import { editEntry, recategoriseEntry } from '../curate/change-one.ts'
import { type CopyInput, copyEntries, moveEntries } from '../curate/copy.ts'
import { type ImpactInput, previewImpact } from '../curate/impact.ts'
import { type MergeInput, mergeEntries } from '../curate/merge.ts'
import { pinEntries, reviewEntries } from '../curate/pin-review.ts'
import { type PurgeInput, purgeEntries } from '../curate/purge.ts'
import { restoreEntries, retireEntries } from '../curate/retire.ts'
import { countSource, rollbackSource } from '../curate/rollback-source.ts'
import { type SplitInput, splitEntry } from '../curate/split.ts'
import { importEntries, type TransferInput } from '../curate/transfer/import-entries.ts'
import { undoRevision } from '../curate/undo.ts'
import { findEntry } from '../db/entries.ts'
import { verifyChain } from '../db/log-chain.ts'
import { standingPairs } from '../db/loose-pair-rows.ts'
import { addNote, deleteNote, listNotes } from '../db/notes.ts'
import { activityLines, countActivity, getActivityChanges, listActivity } from '../db/revisions.ts'
import { labelSubtask } from '../db/subtask-labels.ts'
import { maskEntry } from '../extract/mask-entry.ts'
import { masked, maskTexts } from '../extract/mask-texts.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import type { House } from './house.ts'

/** Every change of entries, each one transaction and one revision, and the log of them. */
export function curatingDoors(house: House) {
  const { store, spaces, curateDeps, signed, loosePairs } = house
  return {
    curate: {
      add: (input: Parameters<typeof addEntry>[0]) => addEntry(input, curateDeps),
      edit: (input: Parameters<typeof editEntry>[0], by?: string) => editEntry(input, signed(by)),
      recategorise: (input: Parameters<typeof recategoriseEntry>[0], by?: string) =>
        recategoriseEntry(input, signed(by)),
      async retire(input: Parameters<typeof retireEntries>[0], by?: string) {
        const { asDuplicates, entryIds } = input
        if (!asDuplicates) return await retireEntries(input, signed(by))
        const first = await findEntry(store, entryIds[0] ?? '')
        const projectId = first?.projectId ?? ''
        const pairs = await loosePairs().pairs(projectId, asDuplicates.minScore)
        const loose = await standingPairs(store.read, { projectId, detector: 'near-duplicate' }, pairs)
        return await retireEntries({ ...input, asDuplicates: { ...asDuplicates, loose } }, signed(by))
      },
      restore: (input: Parameters<typeof restoreEntries>[0], by?: string) =>
        restoreEntries(input, signed(by)),
      undo: (input: Parameters<typeof undoRevision>[0], by?: string) => undoRevision(input, signed(by)),
      merge: (input: MergeInput, by?: string) => mergeEntries(input, signed(by)),
      split: (input: SplitInput, by?: string) => splitEntry(input, signed(by)),
      copy: (input: CopyInput, by?: string) => copyEntries(input, signed(by)),
      move: (input: CopyInput, by?: string) => moveEntries(input, signed(by)),
      pin: (input: Parameters<typeof pinEntries>[0], by?: string) => pinEntries(input, signed(by)),
      review: (input: Parameters<typeof reviewEntries>[0], by: string) =>
        reviewEntries(input, { ...curateDeps, by }),
      previewBulk: async (input: Pick<BulkInput, 'rule' | 'filter'>) =>
        maskTexts(await previewBulk(input, curateDeps)),
      bulk: (input: BulkInput, by: string) => bulkChange(input, { ...curateDeps, by }),
      countSource: async (input: Parameters<typeof countSource>[0]) =>
        maskTexts(await countSource(input, store)),
      rollback: (input: Parameters<typeof rollbackSource>[0], by?: string) =>
        rollbackSource(input, signed(by)),
      purge: (input: PurgeInput, by?: string) => purgeEntries(input, signed(by)),
      async addNote(input: Parameters<typeof addNote>[1]) {
        requireNoSecret(input.text, 'note')
        return await addNote(store, input)
      },
      listNotes: async (entryId: string) => maskTexts(await listNotes(store, entryId)),
      async deleteNote(id: string): Promise<null> {
        await deleteNote(store, id)
        return null
      },
      async labelSubtask(input: Parameters<typeof labelSubtask>[1]): Promise<null> {
        await labelSubtask(store, input)
        return null
      },
      importEntries: (input: TransferInput) => importEntries(input, curateDeps),
      /** Which questions would get another entry, or none, if these left. */
      impact: async (input: ImpactInput) => {
        const { approved, questions: embedder } = spaces.current()
        const view = await previewImpact(input, { store, index: await approved(), embedder })
        const name = <T extends { title: string | null }>(one: T | null) =>
          one && { ...one, title: one.title && masked(one.title) }
        const rows = view.rows.map(({ query, from, to }) => ({
          query: { ...query, text: masked(query.text) },
          from: name(from),
          to: name(to),
        }))
        return { ...view, rows }
      },
    },
    /** The log of changes. */
    activity: {
      list: async (query: Parameters<typeof listActivity>[1]) => maskTexts(await listActivity(store, query)),
      /** As pages show them, masked; the exported log is not. */
      async changes(input: { revision: number; offset: number; limit: number }) {
        const { head, rows } = await getActivityChanges(store, input.revision, input.offset, input.limit)
        const shown = rows.map(({ entryId, before, after }) => ({
          entryId,
          before: before && maskEntry(before),
          after: after && maskEntry(after),
        }))
        return { head: maskTexts(head), rows: shown }
      },
      facets: (projectId: string) => countActivity(store, projectId),
      verify: (projectId: string) => verifyChain(store, projectId),
      lines: (query: Parameters<typeof activityLines>[1]) => activityLines(store, query),
    },
  }
}
