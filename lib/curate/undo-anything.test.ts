import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestStore, storeEntry, temporaryFolder } from '../db/fixtures/test-store.ts'
import { verifyChain } from '../db/log/log-chain.ts'
import type { Store } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { listChangedProjects } from '../db/vectors/index-feed.ts'
import { CATEGORIES } from '../memory/category.ts'
import { UserError } from '../memory/errors.ts'
import { entryFilterSchema } from '../memory/filter/entry-filter.ts'
import { LIFECYCLES } from '../memory/lifecycle.ts'
import { bulkChange, previewChange } from './bulk.ts'
import { editEntry } from './edit.ts'
import { depsOf } from './fixtures/curate-deps.ts'
import { mergeEntries } from './merge.ts'
import { retireEntries } from './retire.ts'
import { changeByRule } from './rule.ts'
import { splitEntry } from './split.ts'
import { carryEntries } from './transfer/copy.ts'
import { undoRevision } from './undo.ts'

type One = { id: string; revision: number; projectId: string }
type Deps = ReturnType<typeof depsOf>

const lesson = (n: number) => ({
  category: CATEGORIES[n % 4] ?? 'EDIT',
  objective: `guard end ${n} of the page`,
  keywords: ['boundary'],
  title: `End ${n}`,
  kind: 'pattern' as const,
  when: 'A page is full.',
  do: `Ask for ${n} more and for none.`,
  because: '',
  check: '',
})

const these = (verb: 'copy' | 'move', ...entries: One[]) => ({
  verb,
  filter: {
    projectId: entries[0]?.projectId ?? '',
    text: '',
    facets: { lifecycle: [...LIFECYCLES] },
    ids: entries.map(({ id }) => id),
  },
  expectedCount: entries.length,
})

/** Each change that a person can make, of two entries and a number. */
const CHANGES: Record<string, (a: One, b: One, n: number, deps: Deps) => Promise<{ revision: number }>> = {
  retire: (a, b, n, deps) => retireEntries({ entryIds: [a.id, b.id], reason: `junk ${n}` }, deps),
  restore: (a, _, __, deps) => changeByRule({ verb: 'restore' }, { entryIds: [a.id] }, deps),
  approve: (a, b, _, deps) => changeByRule({ verb: 'approve' }, { entryIds: [a.id, b.id] }, deps),
  pin: (a, _, n, deps) => changeByRule({ verb: n % 2 === 0 ? 'pin' : 'unpin' }, { entryIds: [a.id] }, deps),
  edit: (a, _, n, deps) =>
    editEntry({ entryId: a.id, revision: a.revision, objective: `find end ${n}`, because: `${n}` }, deps),
  recategorise: (a, _, n, deps) =>
    changeByRule(
      { verb: 'recategorise', category: lesson(n).category },
      { entryIds: [a.id], expectedRevision: a.revision },
      deps,
    ),
  merge: (a, b, n, deps) =>
    mergeEntries(
      {
        survivorId: a.id,
        entries: [a, b].map(({ id, revision }) => ({ entryId: id, revision })),
        ...(n % 3 === 0 ? {} : { text: n % 3 === 1 ? lesson(n) : { takenFrom: b.id } }),
      },
      deps,
    ),
  split: (a, _, n, deps) =>
    splitEntry({ entryId: a.id, revision: a.revision, parts: [lesson(n), lesson(n + 1)] }, deps),
  copy: (a, b, n, deps) =>
    carryEntries(
      { ...these('copy', a, b), to: n % 2 === 0 ? { project: 'other' } : { scope: 'user' } },
      deps,
    ),
  move: (a, _, __, deps) => carryEntries({ ...these('move', a), to: { project: 'other' } }, deps),
  bulk: async (a, _, n, deps) => {
    const filter = entryFilterSchema.parse({
      projectId: a.projectId,
      ...(n % 2 === 0 ? { facets: { category: ['REPRODUCE'] } } : {}),
    })
    const rule = { verb: n % 3 === 0 ? ('retire' as const) : ('approve' as const) }
    const { changeCount: expectedCount } = await previewChange({ rule, filter }, deps)
    return await bulkChange({ rule, filter, expectedCount, reason: `rule ${n}` }, deps)
  },
}

it('takes back any sequence of changes, one after the other, and finds each state as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(30), fc.nat(30), fc.nat(30)), {
        maxLength: 8,
      }),
      async (changes) => {
        const store = await openTestStore(temporaryFolder())
        const deps = depsOf(store)
        for (const lifecycle of ['approved', 'candidate', 'approved', 'quarantined'] as const)
          await storeEntry(store, { lifecycle })
        const made: { revision: number; before: Map<string, State> }[] = []
        const told = async (before: Map<string, State>, since: number) => {
          const changed = changedIn(before, await statesOf(store))
          expect(await listChangedProjects(store, since)).toEqual(expect.arrayContaining(changed))
        }
        for (const [verb, ...picks] of changes) {
          const before = await statesOf(store)
          const rows: One[] = await tables(store).entry.findMany({ orderBy: { id: 'asc' } })
          const [a, b] = picks.flatMap((pick) => rows[pick % rows.length] ?? [])
          if (!a || !b) throw new Error('there are no entries')
          try {
            const { revision } = (await CHANGES[verb]?.(a, b, picks[2] ?? 0, deps)) ?? { revision: 0 }
            made.push({ revision, before })
            await told(before, revision - 1)
          } catch (error) {
            // Refused, for example because nothing would change: then nothing may have changed.
            if (!(error instanceof UserError)) throw error
            expect(await statesOf(store)).toEqual(before)
          }
        }
        let latest = await statesOf(store)
        for (const { revision, before } of made.reverse()) {
          const { revision: undone } = await undoRevision({ revision }, deps)
          await told(latest, undone - 1)
          const after = await statesOf(store)
          latest = after
          for (const [id, { isKeptOut, ...state }] of after) {
            const was = before.get(id)
            if (!was) {
              expect(state.lifecycle).toBe('retired')
              continue
            }
            const { isKeptOut: wasKeptOut, ...then } = was
            expect({ undone, ...state }).toEqual({ undone, ...then })
            // What several entries tell alike is kept out by the last decision about any of them.
            const tellers = [...after.values()].filter(({ lessonKey }) => lessonKey === state.lessonKey)
            if (tellers.length === 1) expect([undone, isKeptOut]).toEqual([undone, wasKeptOut])
          }
        }
        for (const { id } of await tables(store).project.findMany())
          expect(await verifyChain(store, id)).toMatchObject({ ok: true })
      },
    ),
    { numRuns: 15 },
  )
}, 120_000)

/** Projects whose entries are not what they were. */
function changedIn(before: Map<string, State>, after: Map<string, State>): unknown[] {
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids].flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    return JSON.stringify(was) === JSON.stringify(is)
      ? []
      : [was ?? is, is ?? was].map((one) => one?.projectId)
  })
}

type State = { lifecycle: string; projectId: string } & Record<string, unknown>

/** All that an entry is, without what counts or dates its changes: its row, its vectors, whom it was made of, and whether its lesson is kept out. */
async function statesOf(store: Store): Promise<Map<string, State>> {
  const rows = await tables(store).entry.findMany({ include: { vectors: true } })
  const origins = await tables(store).origin.findMany({ where: { revision: { gt: 0 } } })
  const marks = await tables(store).suppression.findMany({ where: { liftedAt: null } })
  return new Map(
    rows.map(({ revision: _, updatedAt: __, vectors, ...row }) => [
      row.id,
      {
        ...row,
        vectors: vectors.map(({ model, textHash }) => [model, textHash]).sort(),
        origins: origins.flatMap(({ entryId, sourceId }) => (entryId === row.id ? [sourceId] : [])).sort(),
        lessonKey: `${row.projectId} ${row.suppressionKey}`,
        isKeptOut: marks.some(
          ({ projectId, key }) => projectId === row.projectId && key === store.conceal(row.suppressionKey),
        ),
      },
    ]),
  )
}
