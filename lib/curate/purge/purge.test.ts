import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findEntry } from '../../db/entries/entries.ts'
import { addNote } from '../../db/entries/notes.ts'
import { getActivityChanges } from '../../db/entries/revisions.ts'
import { embedder, openTestStore, storeEntry, temporaryFolder } from '../../db/fixtures/test-store.ts'
import { verifyChain } from '../../db/log/log-chain.ts'
import { findSuppression } from '../../db/purge/suppressions.ts'
import { saveRetrieval } from '../../db/retrieval/retrievals.ts'
import type { Store } from '../../db/store.ts'
import { tables } from '../../db/tables.ts'
import { getStoreClock } from '../../db/vectors/index-feed.ts'
import type { RetrievalAnswer } from '../../memory/retrieval.ts'
import { editEntry } from '../edit.ts'
import { depsOf } from '../fixtures/curate-deps.ts'
import { retireEntries } from '../retire.ts'
import { undoRevision } from '../undo.ts'
import { purgeEntries } from './purge.ts'

const SECRET = 'zylophonic marzipan quartet'

/** An entry with a history, a note, a finding and a kept answer, all of which hold its words. */
async function known(store: Store) {
  const entry = await storeEntry(store, {
    description: { objective: `look for the ${SECRET} anchor`, keywords: ['zylophonicword'] },
    experience: {
      title: `The ${SECRET} title`,
      kind: 'pattern',
      when: '',
      do: `Say "${SECRET}" twice.\nThen stop.`,
      because: '',
      check: '',
    },
  })
  const edited = await editEntry(
    { entryId: entry.id, revision: entry.revision, because: `An older ${SECRET} reason` },
    depsOf(store),
  )
  await editEntry({ entryId: entry.id, revision: edited.revision, because: 'A newer reason' }, depsOf(store))
  await addNote(store, { entryId: entry.id, by: 'Ivo', text: `It quotes ${SECRET}.` })
  await store.record((tx) =>
    tables(tx).finding.create({
      data: {
        id: store.nextId('f'),
        projectId: entry.projectId,
        detector: 'leak',
        entryId: entry.id,
        detail: JSON.stringify({ text: SECRET }),
        state: 'open',
        foundAt: store.now(),
      },
    }),
  )
  const answer = {
    strategy: 'subtask',
    intent: { category: entry.category, description: { objective: 'another question', keywords: [] } },
    hits: [
      {
        rank: 1,
        score: 1,
        entryId: entry.id,
        objective: entry.description.objective,
        experience: entry.experience,
      },
    ],
    injected: `# ${entry.experience.title}\n${entry.experience.do}`,
    verdict: { word: 'fits' },
    abstained: null,
  } as unknown as RetrievalAnswer
  const retrievalId = await saveRetrieval(store, {
    projectId: entry.projectId,
    by: 'person',
    purpose: 'saved',
    request: { text: `find ${entry.description.objective}` } as never,
    answer: { ...answer, revision: 1, embedder: 'e', kept: 1, tookMs: 1 },
  })
  return { entry, retrievalId }
}

/** Every byte of every file of the folder. */
function bytesOf(dataPath: string): Buffer {
  const files = readdirSync(dataPath, { recursive: true, encoding: 'utf8', withFileTypes: true })
  return Buffer.concat(
    files.filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name))),
  )
}

describe('purge', () => {
  it('leaves no byte of the words in any file, and everything else where it was', async () => {
    const dataPath = temporaryFolder()
    const store = await openTestStore(dataPath)
    const { entry, retrievalId } = await known(store)
    const other = await storeEntry(store)
    expect(bytesOf(dataPath).includes('zylophonic')).toBe(true)
    const receipt = await purgeEntries(
      { entryIds: [entry.id], phrase: 'purge 1 entry', reason: 'a test' },
      depsOf(store),
    )
    expect(receipt).toMatchObject({ entryCount: 1, retrievalCount: 1, logEmptied: true, backupsHolding: [] })
    expect(receipt.files.map(({ found }) => found)).toEqual(receipt.files.map(() => 0))
    expect(receipt.searchedTexts).toBeGreaterThan(0)
    const bytes = bytesOf(dataPath)
    for (const needle of [SECRET, 'zylophonic', 'marzipan'])
      expect([needle, bytes.includes(needle)]).toEqual([needle, false])
    expect(await findEntry(store, entry.id)).toBeNull()
    expect((await findEntry(store, other.id))?.description).toEqual(other.description)
    const kept = await tables(store).retrieval.findUniqueOrThrow({ where: { id: retrievalId } })
    expect(JSON.parse(kept.answer)).toMatchObject({
      hits: [{ entryId: entry.id, score: 1, objective: '(purged)' }],
      injected: '(purged)',
    })
    expect(kept.text).toBe('find (purged)')
  })

  it('keeps the log whole without the texts, and cannot be undone', async () => {
    const store = await openTestStore()
    const { entry } = await known(store)
    const { revision } = await purgeEntries(
      { entryIds: [entry.id], phrase: 'purge 1 entry', reason: 'a test' },
      depsOf(store),
    )
    expect(await verifyChain(store, entry.projectId)).toMatchObject({ ok: true })
    expect(await tables(store).revision.findFirst({ where: { number: revision } })).toMatchObject({
      verb: 'purge',
      by: 'Mara',
      reason: 'a test',
    })
    expect((await getActivityChanges(store, entry.revision, 0, 9)).rows).toEqual([
      { entryId: entry.id, before: null, after: null },
    ])
    for (const number of [revision, entry.revision])
      await expect(undoRevision({ revision: number }, depsOf(store))).rejects.toMatchObject({
        code: 'nothing-to-undo',
      })
  })

  it('keeps the key alone, so that the lesson does not come back', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    await retireEntries({ entryIds: [entry.id], reason: 'a telling reason' }, depsOf(store))
    await purgeEntries({ entryIds: [entry.id], phrase: 'purge 1 entry', reason: 'a test' }, depsOf(store))
    const standing = await store.record((tx) =>
      findSuppression(store, tx, entry.projectId, entry.suppressionKey),
    )
    expect(standing).toEqual({ state: 'purged', reason: null })
    expect(await tables(store).suppression.findFirstOrThrow()).toMatchObject({ entryId: null, reason: null })
  })

  it('makes every index start anew', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const before = await getStoreClock(store)
    await purgeEntries({ entryIds: [entry.id], phrase: 'purge 1 entry', reason: 'a test' }, depsOf(store))
    expect((await getStoreClock(store)).epoch).not.toBe(before.epoch)
    expect(await tables(store).vector.count({ where: { model: embedder.id } })).toBe(0)
  })

  it('names the safe copies that hold an entry, and deletes those alone when asked', async () => {
    const dataPath = temporaryFolder()
    const store = await openTestStore(dataPath)
    const [a, b] = [await storeEntry(store), await storeEntry(store)]
    mkdirSync(join(dataPath, 'backups'))
    writeFileSync(join(dataPath, 'backups', 'with.db'), `xx${a.id}${b.id}xx`)
    writeFileSync(join(dataPath, 'backups', 'without.db'), 'nothing')
    const first = await purgeEntries(
      { entryIds: [a.id], phrase: 'purge 1 entry', reason: 'a test' },
      depsOf(store),
    )
    expect([first.backupsHolding, first.backupsDeleted]).toEqual([['backups/with.db'], []])
    const second = await purgeEntries(
      { entryIds: [b.id], phrase: 'purge 1 entry', reason: 'a test', deleteBackups: true },
      depsOf(store),
    )
    expect([second.backupsHolding, second.backupsDeleted]).toEqual([[], ['backups/with.db']])
    expect(readdirSync(join(dataPath, 'backups'))).toEqual(['without.db'])
  })

  it('asks for the exact words, and removes nothing without them', async () => {
    const store = await openTestStore()
    const [a, b] = [await storeEntry(store), await storeEntry(store)]
    const purge = purgeEntries(
      { entryIds: [a.id, b.id], phrase: 'purge 1 entry', reason: 'a test' },
      depsOf(store),
    )
    await expect(purge).rejects.toMatchObject({
      code: 'wrong-phrase',
      message: expect.stringContaining('purge 2 entries'),
    })
    expect(await findEntry(store, a.id)).not.toBeNull()
  })
})
