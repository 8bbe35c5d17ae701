import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { changeEntry } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry, temporaryFolder } from '../fixtures/test-store.ts'
import { migrate } from '../migrate.ts'
import { keepVerdict, lastVerdict, listVerdicts, type NewVerdict, sayVerdict, withdraw } from './verdicts.ts'

async function desk() {
  const store = await openTestStore()
  const { projectId } = await storeEntry(store)
  const about = { projectId, task: 'sample', queue: 'qs_1', subject: 'm_1', by: 'Mara', blind: true }
  const keep = (change: Partial<NewVerdict> = {}, options: { inAnyQueue?: boolean } = {}) =>
    store.record((tx) => keepVerdict(store, tx, { ...about, verdict: 'junk', ...change }, options))
  const standing = async () =>
    (await listVerdicts(store, { projectId, task: 'sample' })).map(({ queue, subject, verdict, by }) =>
      [queue, subject, verdict, by].join(' '),
    )
  return { store, projectId, about, keep, standing }
}

it('one word of each person on each thing of a queue stands: a later one replaces it, null takes it back', async () => {
  const { store, about, keep, standing } = await desk()
  await keep()
  await keep({ verdict: 'keep' })
  await keep({ by: 'Ivo' })
  await keep({ queue: 'qs_2' })
  expect(await standing()).toEqual(['qs_1 m_1 keep Mara', 'qs_1 m_1 junk Ivo', 'qs_2 m_1 junk Mara'])
  await store.record((tx) => sayVerdict(store, tx, about, null))
  expect(await standing()).toEqual(['qs_1 m_1 junk Ivo', 'qs_2 m_1 junk Mara'])
  await keep({ verdict: 'unsure' }, { inAnyQueue: true })
  expect(await standing()).toEqual(['qs_1 m_1 junk Ivo', 'qs_1 m_1 unsure Mara'])
})

it('knows the last word of a person, and what stood before it once that is taken back', async () => {
  const { store, projectId, keep } = await desk()
  await keep()
  const second = await keep({ subject: 'm_2', verdict: 'keep' })
  await keep({ subject: 'm_3', by: 'Ivo' })
  const last = async () => (await lastVerdict(store, { projectId, task: 'sample', by: 'Mara' }))?.subject
  expect(await last()).toBe('m_2')
  await store.record((tx) => withdraw(store, tx, { id: second }))
  expect(await last()).toBe('m_1')
})

it('a verdict that changed an entry counts no more once that change is undone', async () => {
  const { store, projectId, keep, standing } = await desk()
  const entry = await storeEntry(store)
  const { revision } = await changeEntry(store, entry, { flags: ['x'] })
  await keep({ revision })
  expect(await standing()).toHaveLength(1)
  const note = { by: 'Mara', verb: 'undo', projectId, undoes: revision }
  await store.write(note, async (_, revise) => await revise())
  expect(await standing()).toEqual([])
})

it('migration 0015 moves what persons said, and keeps a row that does not fit, with its name and why', () => {
  const [before, folder] = [temporaryFolder(), temporaryFolder()]
  const path = join(folder, 'loupe.db')
  mkdirSync(before, { recursive: true })
  for (const name of readdirSync('prisma/migrations').filter((one) => one < '0015'))
    cpSync(join('prisma/migrations', name), join(before, name), { recursive: true })
  migrate(path, before, folder)
  const db = new Database(path)
  db.pragma('foreign_keys = OFF')
  const at = '2026-11-01T00:00:00.000Z'
  db.exec(`
    INSERT INTO "QualitySample" ("id","projectId","by","query","seed","population","entryIds","blind","createdAt") VALUES
      ('qs_1','p_1','Mara','{}',1,2,'["m_1","m_2"]',NULL,'${at}'), ('qs_2','p_1','Mara','{}',1,2,'["m_1"]','{}','${at}');
    INSERT INTO "QualityVerdict" VALUES ('qs_1','m_1','junk','Mara','${at}'), ('qs_1','m_9','junk','Mara','${at}'),
      ('qs_1','m_2','good','Mara','${at}'), ('qs_2','m_1','good','Ivo','${at}'), ('qs_3','m_1','junk','Ivo','${at}');
    INSERT INTO "Judgement" VALUES ('jd_01','p_1','lr_1','q k3y','why','EDIT','m_1',3,'Mara','${at}'),
      ('jd_02','p_1',NULL,'q k3y','why',NULL,'m_1',7,'Ivo','${at}');
    INSERT INTO "Project" ("id","name","kind","source","reviewGate","createdAt") VALUES ('p_1','shop','project','imported',0,'${at}');
    INSERT INTO "Episode" ("id","projectId","instanceId","contentHash","format","fileName","taskTitle","taskText","taskRaw","agentName","warnings","stepCount","position","createdAt")
      VALUES ('ep_1','p_1','i','h','f','f','','','','a','[]',1,0,'${at}');
    INSERT INTO "Subtask" ("id","episodeId","position","category","labelledBy","fromStep","toStep","objective","keywords","objectiveAtStart","keywordsAtStart","judged")
      VALUES ('st_1','ep_1',0,'EDIT','rules-v1',1,1,'o','[]','o','[]','correct');
    INSERT INTO "Label" VALUES ('lb_01','st_1','EDIT','rules','rules-v1',0,'${at}'), ('lb_02','st_1','VERIFY','person','Mara',1,'${at}'),
      ('lb_03','st_1','WRONG','person','Mara',0,'${at}');
    INSERT INTO "Finding" ("id","projectId","detector","entryId","detail","state","by","reason","foundAt","settledAt") VALUES
      ('f_1','p_1','leak','m_1','{}','dismissed','Mara','an example','${at}','${at}'), ('f_2','p_1','leak','m_2','{}','open',NULL,NULL,'${at}',NULL);
  `)
  db.close()
  migrate(path, 'prisma/migrations', folder)
  const after = new Database(path)
  const rows = (sql: string) => after.prepare(sql).raw().all()
  expect(
    rows(
      'SELECT "task","queue","subject","verdict","by","reason","detail","blind" FROM "Verdict" ORDER BY 1, 2',
    ),
  ).toEqual([
    ['blind', 'qs_2', 'm_1', 'good', 'Ivo', null, null, 1],
    ['finding', 'leak', 'f_1', 'dismiss', 'Mara', 'an example', null, 0],
    ['pair', 'lr_1', 'm_1 q k3y', '3', 'Mara', null, '{"queryText":"why","category":"EDIT"}', 1],
    ['sample', 'qs_1', 'm_1', 'junk', 'Mara', null, null, 1],
    ['stage', '', 'st_1', 'VERIFY', 'Mara', null, null, 1],
  ])
  expect(rows('SELECT "table","reason" FROM "Unmoved" ORDER BY "id"')).toEqual([
    ['Judgement', 'no grade from 0 to 3'],
    ['Label', 'no stage is called so'],
    ['QualityVerdict', 'no verdict of a sample is called so'],
    ['QualityVerdict', 'the entry is not in the sample'],
    ['QualityVerdict', 'the sample is not there'],
  ])
  expect(rows('SELECT "id" FROM "Label"')).toEqual([['lb_01']])
  after.close()
})
