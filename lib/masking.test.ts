import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { storeEntry, temporaryFolder } from './db/fixtures/test-store.ts'
import { openStore } from './db/store.ts'
import { tables } from './db/tables.ts'
import { holdsMask } from './extract/mask-texts.ts'
import { findSecrets } from './extract/secret-scan.ts'
import { ask, openSampleLoupe, openTestLoupe } from './fixtures/open-test-loupe.ts'
import type { RetrieveRequest } from './memory/retrieval.ts'
import { shownSchema } from './memory/studies/retrieval.ts'

/* What leaves shows no secret, whoever typed or imported it before the scanner knew its kind. */

it('shows pages no secret of an entry, exports it as it is, and stores no dots in its place', async () => {
  const loupe = await openSampleLoupe()
  const { id: projectId } = await loupe.api.project({ name: 'sample-trouble' })
  let exported = ''
  const { pieces } = await loupe.api.exportEntries({
    project: 'sample-trouble',
    format: 'jsonl',
    versions: false,
  })
  for await (const piece of pieces) exported += piece
  expect(findSecrets(exported)).not.toEqual([])

  const query = { text: '', facets: {}, sort: 'created', descending: false, offset: 0, limit: 1_000 } as const
  const { rows } = await loupe.api.listEntries({ projectId, ...query })
  const held = new Set(exported.split('\n').flatMap((line) => (findSecrets(line)[0] ? idsIn(line) : [])))
  const details = await Promise.all(
    rows.filter(({ id }) => held.has(id)).map(({ id }) => loupe.api.findEntry({ id })),
  )
  expect(details.length).toBeGreaterThan(0)
  const found: string[] = []
  JSON.stringify([rows, details], (_, value) => {
    if (typeof value === 'string' && findSecrets(value).length > 0) found.push(value)
    return value
  })
  expect(found).toEqual([])

  const masked = details.find((detail) => detail && holdsMask(detail.entry.experience.do))?.entry
  if (!masked) throw new Error('no lesson of the sample holds a secret')
  const edit = (act: string) =>
    loupe.api.edit({ entryId: masked.id, revision: masked.revision, do: act, by: 'Mara' })
  await expect(edit(`${masked.experience.do} Then stop.`)).rejects.toMatchObject({ code: 'secret' })
  expect((await loupe.api.findEntry({ id: masked.id }))?.entry.revision).toBe(masked.revision)
  await loupe.close()
})

it('shows no secret on the map, not even the half of one that is cut off', async () => {
  const dataPath = temporaryFolder()
  // Put together here, so that no scanner of the repository takes it for a real one.
  const secret = ['ghp', 'a1B2c3D4e5'.repeat(4)].join('_')
  const now = () => new Date()
  const store = await openStore({ dataPath, rootPath: process.cwd(), now })
  let projectId = ''
  for (let i = 0; i < 16; i++) {
    const [objective, keyword] =
      i % 2 === 0 ? [`${'read '.repeat(16)}${secret}`, secret] : ['ship it', 'push']
    ;({ projectId } = await storeEntry(store, { description: { objective, keywords: [keyword] } }))
  }
  await store.close()
  const loupe = await openTestLoupe(dataPath)
  const asked = { projectId, method: 'pca' as const }
  const [view, words] = [await loupe.api.mapView(asked), await loupe.api.mapWords(asked)]
  expect(JSON.stringify([view, words])).not.toContain(secret.slice(0, 4))
  expect(words?.objectives[0]).toMatch(/^(read ){16}•{10}$/)
  expect(view.layout?.clusters.flatMap(({ keywords }) => keywords.map(({ word }) => word))).toContain(
    '•'.repeat(secret.length),
  )
  await loupe.close()
})

it('shows no secret in the log, on the map, in the overview, on the page of a run and before a change', async () => {
  // The embedder of the entry that is stored below.
  const loupe = await openTestLoupe(temporaryFolder(), { LOUPE_EMBEDDER: 'local-v1' })
  await loupe.api.importFile({
    bytes: readFileSync('prisma/sample/episodes/ledgerly__ledgerly-2291.traj.json'),
    fileName: 'run.traj.json',
    project: 'sample',
    dryRun: false,
    resultsId: null,
    batchKey: null,
  })
  const project = await loupe.api.project({ name: 'sample' })
  // Put together at run time: the value opens nothing and stands in no file.
  const secret = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
  const long = `${'look where the token of the request is read and where it is '.repeat(2)}`.slice(0, 74)
  const store = await openStore({ dataPath: loupe.dataPath, rootPath: process.cwd(), now: () => new Date() })
  const { id: subtaskId, episodeId } = await tables(store).subtask.findFirstOrThrow({
    where: { category: 'EDIT' },
  })
  const made = { projectId: project.id, category: 'EDIT' as const, subtaskId, episodeId }
  const { id: entryId } = await storeEntry(store, made)
  // As a store has them that took them in before the scanner knew the kind.
  await store.record(async (tx) => {
    const objective = `${long} ${secret}`
    await tables(tx).entry.update({ where: { id: entryId }, data: { objective, title: `Use ${secret}` } })
    await tables(tx).subtask.update({
      where: { id: subtaskId },
      data: { objective, objectiveAtStart: objective },
    })
  })
  await store.close()
  const [entry] = (await loupe.api.listEntries({ ...EVERYTHING, projectId: project.id })).rows.filter(
    ({ id }) => id === entryId,
  )
  expect(holdsMask(entry?.title ?? '')).toBe(true)
  const { revision } = await loupe.api.retire({
    entryIds: [entryId],
    reason: 'a token in it',
    by: 'Mara',
  })
  await loupe.api.undo({ revision, by: 'Mara' })
  await loupe.api.saveRetrieval({
    ...ask(`${'where is the token read '.repeat(8)}${secret}`),
    project: 'sample',
  })

  const shown = {
    log: await loupe.api.activityChanges({ revision, offset: 0, limit: 10 }),
    map: await loupe.api.mapWords({ projectId: project.id, method: 'pca' }),
    overview: await loupe.api.overview({ projectId: project.id }),
    run: await loupe.api.findEpisode({ id: episodeId }),
    preview: await loupe.api.previewBulk({
      rule: { verb: 'retire' },
      filter: { projectId: project.id, text: '', facets: {}, ids: [entryId] },
    }),
  }
  const needle = secret.slice(0, 12)
  // An entry with an open finding of a secret is withheld: no past answer is said to change to it, so there is nothing to mask.
  expect(
    JSON.stringify(await loupe.api.impact({ projectId: project.id, entryIds: [entryId] })),
  ).not.toContain(needle)
  for (const [where, value] of Object.entries(shown)) {
    const text = JSON.stringify(value)
    expect([where, text.includes(needle), text.includes('•••')]).toEqual([where, false, true])
  }
  let log = ''
  for await (const line of await loupe.api.activityLines({ projectId: project.id })) log += line
  expect(log).toContain(secret)
  await loupe.close()
})

const EVERYTHING = {
  text: '',
  facets: {},
  sort: 'created',
  descending: false,
  offset: 0,
  limit: 1_000,
} as const

it('hands no secret to a page, a program or an agent with an answer, in the playground and in Compare', async () => {
  const loupe = await openSampleLoupe()
  const { id: projectId } = await loupe.api.project({ name: 'sample-trouble' })
  const query = { text: '', facets: {}, sort: 'created', descending: false, offset: 0, limit: 1_000 } as const
  const { rows } = await loupe.api.listEntries({ projectId, ...query })
  const details = await Promise.all(rows.map(({ id }) => loupe.api.findEntry({ id })))
  const held = details.flatMap((detail) =>
    detail?.entry.lifecycle === 'approved' && holdsMask(JSON.stringify(detail.entry.experience))
      ? detail.entry
      : [],
  )
  expect(held.length).toBeGreaterThan(10)

  const columns = ['subtask', 'global', 'instance', 'tfidf'].map((strategy) => ({
    strategy,
    floor: null,
    asOf: null,
    position: null,
    without: '',
  }))
  const answers: unknown[] = []
  const served: string[] = []
  for (const { category, description } of held) {
    const request: RetrieveRequest = { ...ask(description.objective, category), project: 'sample-trouble' }
    const { strategy: _one, floor: _off, ...asked } = request
    const answer = await loupe.api.retrieve(request)
    served.push(answer.injected ?? '')
    answers.push(
      answer,
      await loupe.api.explore({ ...asked, floor: null }),
      await loupe.api.compare({ ...asked, columns }),
      await loupe.api.saveRetrieval(request),
    )
  }
  const queries = held.map(({ id, category, description: { objective } }) => ({
    id,
    text: objective,
    category,
    relevant: [],
  }))
  const { id } = await loupe.api.orderStudy({
    design: 'retrieval',
    order: {
      project: 'sample-trouble',
      name: 'all of them',
      by: 'Mara',
      questions: queries.map((one) => JSON.stringify(one)).join('\n'),
      strategies: ['subtask', 'global'],
      resamples: 100,
    },
  })
  while ((await loupe.api.findStudy({ id })).report === null)
    await new Promise((later) => setTimeout(later, 50))
  answers.push(
    await loupe.api.findStudy({ id }),
    await loupe.api.studyQuestions({ id, shown: shownSchema.parse({ show: 'all' }), from: 0 }),
    await whole(await loupe.api.studyFile({ id, format: 'json' })),
    await whole(await loupe.api.studyFile({ id, format: 'csv' })),
    await loupe.api.servedAgain({ project: 'sample-trouble' }),
  )
  for (const task of ['pair', 'stage', 'sample', 'blind'])
    answers.push(
      await loupe.api.reviewQueue({ projectId, task, queue: task === 'pair' ? id : '', by: 'Ivo' }),
    )

  const found: string[] = []
  JSON.stringify(answers, (_, value) => {
    if (typeof value === 'string' && findSecrets(value).length > 0) found.push(value)
    return value
  })
  expect(found).toEqual([])
  // Their lessons are not served at all while nobody has decided.
  expect(served.filter(holdsMask)).toEqual([])
  await loupe.close()
})

it('shows no secret that was typed as a reason or a note, nor in a finding’s sentence', async () => {
  const dataPath = temporaryFolder()
  // Put together at run time: the value opens nothing and stands in no file.
  const secret = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
  const reason = `holds ${secret}`
  // As a store has them from before reasons were looked at.
  const store = await openStore({ dataPath, rootPath: process.cwd(), now: () => new Date() })
  const entry = await storeEntry(store, { lifecycle: 'quarantined', reason })
  const { id, projectId, revision } = entry
  const other = await storeEntry(store)
  const jobId = store.nextId('j')
  await store.record(async (tx) => {
    await tables(tx).revision.update({ where: { number: revision }, data: { reason } })
    await tables(tx).note.create({
      data: { id: store.nextId('n'), entryId: id, by: 'Ivo', text: reason, createdAt: store.now() },
    })
    const detail = JSON.stringify({ sentence: `Says “${secret}”.`, spans: [] })
    const found = {
      id: store.nextId('f'),
      projectId,
      detector: 'contradiction',
      detail,
      state: 'open',
      foundAt: store.now(),
    }
    await tables(tx).finding.create({ data: { ...found, entryId: id, otherId: other.id, reason } })
    const decided = { id: store.nextId('f'), detector: 'leak', state: 'dismissed' }
    await tables(tx).finding.create({ data: { ...found, ...decided, entryId: id, reason } })
    const job = { id: jobId, projectId, kind: 'extract', label: reason, state: 'failed', reason }
    await tables(tx).job.create({ data: { ...job, createdAt: store.now() } })
  })
  await store.close()
  const loupe = await openTestLoupe(dataPath)
  const list = { projectId, offset: 0, limit: 10 }
  const shown = {
    entry: await loupe.api.findEntry({ id }),
    alone: await loupe.api.findEntryAlone({ id }),
    log: await loupe.api.listActivity(list),
    change: await loupe.api.activityChanges({ revision, offset: 0, limit: 10 }),
    queue: await loupe.api.reviewQueue({ projectId, task: 'finding', queue: 'contradiction' }),
    dismissed: await loupe.api.reviewQueue({ projectId, task: 'finding', queue: 'leak', view: 'dismissed' }),
    findings: await loupe.api.findingsOf({ entryId: id }),
    waiting: await loupe.api.reviewQueue({ projectId, task: 'waiting' }),
    jobs: await loupe.api.listJobs({ limit: 10 }),
    job: await loupe.api.findJob({ id: jobId }),
  }
  for (const [where, value] of Object.entries(shown)) {
    const text = JSON.stringify(value)
    expect([where, text.includes(secret.slice(0, 12)), text.includes('•••')]).toEqual([where, false, true])
  }
  await loupe.close()
})

it('takes no secret in a reason or a note, whatever the verb, and changes nothing', async () => {
  const dataPath = temporaryFolder()
  const secret = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
  const reason = `holds ${secret}`
  const store = await openStore({ dataPath, rootPath: process.cwd(), now: () => new Date() })
  const { id, projectId, revision } = await storeEntry(store)
  await store.close()
  const loupe = await openTestLoupe(dataPath)
  const { api } = loupe
  const filter = { projectId, text: '', facets: {} }
  const refusals = [
    api.retire({ entryIds: [id], reason }),
    api.change({ rule: { verb: 'restore' }, entryIds: [id], reason }),
    api.edit({ entryId: id, revision, title: 'Another', reason }),
    api.change({ rule: { verb: 'recategorise', category: 'EDIT' }, entryIds: [id], reason }),
    api.carry({ verb: 'copy', filter, expectedCount: 1, to: { project: 'depot' }, reason }),
    api.carry({ verb: 'move', filter, expectedCount: 1, to: { project: 'depot' }, reason }),
    api.change({ rule: { verb: 'approve' }, entryIds: [id], reason, by: 'Mara' }),
    api.bulk({ rule: { verb: 'pin' }, filter, expectedCount: 1, reason, by: 'Mara' }),
    api.purge({ entryIds: [id], phrase: 'purge 1 entry', reason }),
    api.purge({ entryIds: [id], phrase: 'purge 1 entry', reason: 'a test', by: secret }),
    api.purgeRun({ episodeId: 'e_1', phrase: 'purge a run', reason }),
    api.addNote({ entryId: id, by: 'Mara', text: reason }),
    api.settleReview({
      ...{ projectId, task: 'finding', queue: 'leak', subjects: ['f_1'], verdict: 'dismiss' },
      ...{ by: 'Mara', reason },
    }),
  ]
  await Promise.all(refusals.map((refusal) => expect(refusal).rejects.toMatchObject({ code: 'secret' })))
  const whole = await loupe.api.exportEntries({ project: 'shop', format: 'jsonl', versions: false })
  let text = ''
  for await (const piece of whole.pieces) text += piece
  const told = text.replace('"reason":null', `"reason":"${reason}"`)
  expect(told).toContain(secret)
  const file = { project: 'depot', fileName: 'entries.jsonl', bytes: Buffer.from(told) }
  await expect(api.importMemory(file)).rejects.toMatchObject({
    code: 'secret',
    place: 'line 2',
  })
  expect((await loupe.api.findEntry({ id }))?.entry.revision).toBe(revision)
  expect((await loupe.api.findEntry({ id }))?.notes).toEqual([])
  await loupe.close()
})

function idsIn(line: string): string[] {
  return line.match(/m_[0-9A-Z]{26}/g) ?? []
}

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}
