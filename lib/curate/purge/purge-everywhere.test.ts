import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addNote } from '../../db/entries/notes.ts'
import { openTestStore, storeEntry, storeEpisode, temporaryFolder } from '../../db/fixtures/test-store.ts'
import { hasKey, keyRanges } from '../../db/keyed-rows.ts'
import { verifyChain } from '../../db/log/log-chain.ts'
import { storeFiles, textsInFile } from '../../db/purge/byte-search.ts'
import { PURGE_COLUMNS, type Search } from '../../db/purge/purge-columns.ts'
import { suppressAll } from '../../db/purge/suppressions.ts'
import { saveView } from '../../db/saved-views.ts'
import type { Store } from '../../db/store.ts'
import { tables } from '../../db/tables.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { questionKey } from '../../memory/studies/retrieval.ts'
import { purgePhrase } from '../../memory/text/words.ts'
import { editEntry } from '../edit.ts'
import { depsOf } from '../fixtures/curate-deps.ts'
import { retireEntries } from '../retire.ts'
import { purgeEntries } from './purge.ts'

/** More than a search of each text alone would do in the time of a request. */
const COUNT = 300

const wordsOf = (n: number) => `Say "zyloph${n}onic" twice,\nthen look in C:\\marzipan.`

it('takes the texts of any number of entries out of every column that may quote them, to the last byte', async () => {
  const dataPath = temporaryFolder()
  const store = await openTestStore(dataPath)
  const bystander = await storeEntry(store)
  const entries: MemoryEntry[] = []
  for (let n = 0; n < COUNT; n++)
    entries.push(
      await storeEntry(store, {
        experience: { ...bystander.experience, do: wordsOf(n) },
        description: { objective: 'short', keywords: [] },
      }),
    )
  await rowOfEachKind(store, bystander)
  const texts = await plantEverywhere(store)
  expect(texts.length).toBeGreaterThan(20)
  await store.checkpoint()
  expect(
    (
      await textsInFile(
        join(dataPath, 'loupe.db'),
        entries.map(({ experience }) => experience.do),
      )
    ).size,
  ).toBe(COUNT)

  const entryIds = entries.map(({ id }) => id)
  const receipt = await purgeEntries(
    { entryIds, phrase: purgePhrase(COUNT), reason: 'a test' },
    depsOf(store),
  )
  expect(receipt).toMatchObject({ entryCount: COUNT, retrievalCount: 1, studyCount: 1 })
  // Retrieval, study and their columns are counted apart; all the other rows were planted in once.
  expect(receipt.otherCount).toBeGreaterThan(10)
  for (const name of storeFiles(dataPath).live)
    expect([name, await textsInFile(join(dataPath, name), ['zyloph', 'marzipan'])]).toEqual([name, new Set()])
  const other = await tables(store).entry.findUniqueOrThrow({ where: { id: bystander.id } })
  expect(other.title).toBe(bystander.experience.title)
  const { subject, detail } = await tables(store).verdict.findFirstOrThrow({ where: { task: 'pair' } })
  const { queryText: text } = JSON.parse(detail ?? '')
  expect(subject).toBe(`m_of_a_pair ${questionKey({ id: '(purged)', text })}`)
}, 60_000)

it('leaves alone what another entry says too, until the last of them goes', async () => {
  const store = await openTestStore()
  const bystander = await storeEntry(store)
  const check = 'Run the existing tests after the change, all of them and not those of the file alone.'
  const experience = { ...bystander.experience, check }
  const first = await storeEntry(store, { experience })
  const second = await storeEntry(store, { experience })
  const note = { entryId: bystander.id, by: 'Ivo', text: `As usual: ${check}` }
  const { id } = await addNote(store, note)
  const textNow = async () => (await tables(store).note.findUniqueOrThrow({ where: { id } })).text
  const purge = (entryId: string) =>
    purgeEntries({ entryIds: [entryId], phrase: purgePhrase(1), reason: 'a test' }, depsOf(store))
  const receipt = await purge(first.id)
  expect(await textNow()).toBe(note.text)
  // What is still said is no proof of anything: it is not looked for in the files.
  expect(receipt.searchedTexts).toBe(1)
  expect(receipt.files.filter(({ found }) => found > 0)).toEqual([])
  await purge(second.id)
  expect(await textNow()).toBe('As usual: (purged)')
})

/** One row of somebody else's in every table that is looked through. */
async function rowOfEachKind(store: Store, { id: entryId, projectId }: MemoryEntry): Promise<void> {
  const [at, by] = [store.now(), 'Ivo']
  const episodeId = await storeEpisode(store, projectId)
  await addNote(store, { entryId, by, text: 'a note' })
  await saveView(store, { projectId, page: 'memories', name: 'a view', query: 'q=x', by })
  await store.record(async (tx) => {
    const entry = { ...(await tables(tx).entry.findUniqueOrThrow({ where: { id: entryId } })) }
    await suppressAll(store, tx, [{ ...entry, id: entryId, reason: 'old' } as unknown as MemoryEntry], by)
    const subtask = {
      episodeId,
      position: 0,
      category: 'EDIT',
      labelledBy: 'rules-v1',
      fromStep: 1,
      toStep: 1,
    }
    const said = { objective: 'o', keywords: '[]', objectiveAtStart: 'o', keywordsAtStart: '[]' }
    await tables(tx).subtask.create({ data: { id: 'st_1', ...subtask, ...said, judged: 'correct' } })
    const asked = { strategy: 'subtask', category: 'EDIT', verdict: 'fits', storeRevision: 1, embedder: 'e' }
    const measured = { eligibleCount: 1, policyVersion: 'v', latencyMs: 1 }
    const kept = { id: 'r_1', projectId, at, by, purpose: 'saved', request: '{}', answer: '{}', text: 't' }
    await tables(tx).retrieval.create({ data: { ...kept, ...asked, ...measured } })
    await tables(tx).job.create({ data: { id: 'j_1', kind: 'k', label: 'l', state: 'done', createdAt: at } })
    const item = { id: 'ji_1', jobId: 'j_1', position: 0, label: 'l', target: 't', state: 'done' }
    await tables(tx).jobItem.create({ data: item })
    const finding = {
      id: 'f_1',
      projectId,
      detector: 'leak',
      entryId,
      detail: '{}',
      state: 'open',
      foundAt: at,
    }
    await tables(tx).finding.create({ data: finding })
    const sample = { id: 'qs_1', projectId, by, query: '{}', seed: 1, population: 1, entryIds: '[]' }
    await tables(tx).qualitySample.create({ data: { ...sample, createdAt: at } })
    const study = { id: 'sy_1', projectId, design: 'd', name: 'n', by, plan: '{}', report: 'null' }
    await tables(tx).study.create({ data: { ...study, embedder: 'e', createdAt: at } })
    await tables(tx).studyRow.create({ data: { studyId: 'sy_1', position: 0, unit: '{}' } })
    const unmoved = { id: 'x', projectId, table: 'LabRun', reason: 'no JSON', row: '{}' }
    await tables(tx).unmoved.create({ data: unmoved })
    const judged = {
      id: 'v_1',
      projectId,
      task: 'pair',
      queue: '',
      subject: `${entryId} q q`,
      verdict: '1',
      by,
      at,
    }
    const detail = JSON.stringify({ queryText: 't', category: null })
    await tables(tx).verdict.create({ data: { ...judged, detail, reason: 'r' } })
    const question = {
      hash: 'h_1',
      purpose: 'judge',
      prompt: 'judge@1',
      system: 's',
      user: 'u',
      schema: '{}',
    }
    await tables(tx).modelRequest.create({ data: { ...question, state: 'answered', createdAt: at } })
    const reading = { episodeId, kind: 'instance', value: '{}', refusedBecause: 'r', hash: 'h_1', at }
    await tables(tx).runReading.create({ data: reading })
    const distilled = { subtaskId: 'st_1', extractor: 'model-v1', skippedBecause: 'b', at }
    await tables(tx).distillation.create({ data: distilled })
  })
}

/** Puts the text of another entry into every column that is looked through, in that column's own form. */
async function plantEverywhere(store: Store): Promise<string[]> {
  const texts: string[] = []
  for (const [table, columns] of Object.entries(PURGE_COLUMNS))
    for (const [column, treatment] of Object.entries(columns)) {
      if (!('search' in treatment)) continue
      const text = wordsOf(texts.length)
      // The first row is the bystander's, and the first change what it became.
      const first = (await keyRanges(store, table, 1))[0]?.from ?? []
      const count = await store.record((tx) =>
        tables(tx).$executeRawUnsafe(
          `UPDATE "${table}" SET "${column}" = ? WHERE ${hasKey(table)}`,
          ...[planted[treatment.search](text), ...first],
        ),
      )
      expect([table, column, Number(count)]).toEqual([table, column, 1])
      texts.push(text)
    }
  return texts
}

const planted: Record<Search, (text: string) => string> = {
  text: (text) => `It says: ${text} And so on.`,
  name: (text) => text,
  json: (text) => JSON.stringify({ deep: [{ down: `It says: ${text}` }] }),
  state: (text) => JSON.stringify({ title: 'another', reason: `like ${text}` }),
  address: (text) => new URLSearchParams({ q: text, sort: 'created' }).toString(),
  question: (text) => `m_of_a_pair ${text} k3y`,
}

it('the log holds where a reason quoted what was purged, and still tells what was altered', async () => {
  const store = await openTestStore()
  const [a, b] = [await storeEntry(store), await storeEntry(store)]
  await editEntry({ entryId: b.id, revision: b.revision, because: 'Another reason.' }, depsOf(store))
  await retireEntries({ entryIds: [b.id], reason: `says no more than: ${a.experience.do}` }, depsOf(store))
  await purgeEntries({ entryIds: [a.id], phrase: 'purge 1 entry', reason: a.experience.do }, depsOf(store))
  const reasons = (await tables(store).revision.findMany()).map(({ reason }) => reason)
  expect(reasons.slice(-2)).toEqual(['says no more than: (purged)', '(purged)'])
  expect(await verifyChain(store, a.projectId)).toMatchObject({ ok: true })
  await store.record((tx) =>
    tables(tx).revision.updateMany({ where: { verb: 'edit' }, data: { by: 'somebody else' } }),
  )
  expect(await verifyChain(store, a.projectId)).toMatchObject({ ok: false })
})

it('leaves of a change no seal that a guess could be tested against', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  const where = { entityId: entry.id, after: { not: null } }
  const { id, digest } = await tables(store).change.findFirstOrThrow({ where })
  await purgeEntries({ entryIds: [entry.id], phrase: 'purge 1 entry', reason: 'a test' }, depsOf(store))
  const left = await tables(store).change.findUniqueOrThrow({ where: { id } })
  expect(digest).toMatch(/^[0-9a-f]{64}\.[0-9a-f]{32}$/)
  expect(left.digest).toBe(digest?.slice(0, 64))
})
