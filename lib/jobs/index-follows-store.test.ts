import fc from 'fast-check'
import { expect, it } from 'vitest'
import { retireEntries } from '../curate/retire.ts'
import { changeByRule } from '../curate/rule.ts'
import { undoRevision } from '../curate/undo.ts'
import { findEntry } from '../db/entries/entries.ts'
import { embed, embedder, openTestStore, storeEntry, temporaryFolder } from '../db/fixtures/test-store.ts'
import { removeProject } from '../db/projects.ts'
import { CATEGORIES } from '../memory/category.ts'
import { createFreshIndex } from '../retrieval/fresh-index.ts'

it('equals an index built anew after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.constantFrom('add', 'retire', 'restore', 'move', 'undo', 'look', 'remove'), fc.nat(20)),
        { maxLength: 14 },
      ),
      async (moves) => {
        const store = await openTestStore(temporaryFolder())
        const followed = createFreshIndex(store, embedder)
        const deps = { store, embed, by: 'test', inspect: () => ({ secrets: [], flags: [] }) }
        const ids: string[] = []
        const revisions: number[] = []
        for (const [move, pick] of moves) {
          const id = ids[pick % Math.max(ids.length, 1)]
          const revision = revisions[pick % Math.max(revisions.length, 1)]
          try {
            if (move === 'add')
              ids.push((await storeEntry(store, { category: CATEGORIES[pick % 4] ?? 'EDIT' })).id)
            if (move === 'look') await followed()
            if (move === 'remove' && pick === 7) await removeProject(store, 'shop')
            if (id && move === 'retire')
              revisions.push((await retireEntries({ entryIds: [id], reason: 'x' }, deps)).revision)
            if (id && move === 'restore')
              revisions.push((await changeByRule({ verb: 'restore' }, { entryIds: [id] }, deps)).revision)
            if (id && move === 'move') {
              const category = CATEGORIES[pick % 4] ?? 'EDIT'
              const now = await findEntry(store, id)
              if (now)
                revisions.push(
                  (
                    await changeByRule(
                      { verb: 'recategorise', category },
                      { entryIds: [id], expectedRevision: now.revision },
                      deps,
                    )
                  ).revision,
                )
            }
            if (revision && move === 'undo') revisions.push((await undoRevision({ revision }, deps)).revision)
          } catch (error) {
            // Conflicts and changes of nothing are refused; a fault of ours is not excused.
            if (!(error instanceof Error && error.name === 'UserError')) throw error
          }
        }
        const [a, b] = [await followed(), await createFreshIndex(store, embedder)()]
        expect(a.revision).toBe(b.revision)
        for (const category of CATEGORIES) expect(a.pool(category).rows()).toEqual(b.pool(category).rows())
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)
