import { expect, it } from 'vitest'
import { openTestStore } from '../db/fixtures/test-store.ts'
import { assign } from '../db/random-withholding.ts'
import { openStore } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { ask, openSampleLoupe } from '../fixtures/open-test-loupe.ts'

const question = ask('make the cursor of the next page exclusive', 'EDIT')

it('a share of episodes is given nothing, is told so, and always the same; the log carries how likely that was', async () => {
  const loupe = await openSampleLoupe()
  const { id: projectId } = await loupe.api.project({ name: 'sample' })
  const serve = (episode?: string, log = true) =>
    loupe.api.serve({ ...question, log, ...(episode === undefined ? {} : { episode }) })
  // Drawn by a key of the store: of so many none is drawn once in seven million runs.
  const names = Array.from({ length: 150 }, (_, i) => `run-${i}`)
  // Off at first: nobody is withheld.
  for (const name of names.slice(0, 5)) expect((await serve(name)).withheld).toBe(false)

  expect(await loupe.api.withholdAtRandom({ projectId, share: 0.1, by: 'Mara' })).toEqual({
    before: null,
  })
  const first = new Map<string, boolean>()
  for (const name of names) first.set(name, (await serve(name)).withheld)
  const drawn = names.filter((name) => first.get(name))
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.length).toBeLessThan(50)
  const [none = ''] = drawn
  expect(await serve(none)).toMatchObject({
    withheld: true,
    abstained: 'withheld',
    injected: null,
    injectedTokens: null,
    hits: [],
  })
  // Whatever it asks, also what leaves no trace; who names no episode is not drawn.
  expect((await loupe.api.serve({ ...question, text: 'something else', episode: none })).withheld).toBe(true)
  expect((await serve(none, false)).withheld).toBe(true)
  expect((await serve()).withheld).toBe(false)
  // A person who tries is none of the episodes.
  expect((await loupe.api.retrieve(question)).withheld).toBe(false)

  const outcomes = names.map((episode) => ({ episode, outcome: 'resolved' as const, instanceId: null }))
  await loupe.api.reportOutcomes({ project: 'sample', outcomes })
  const { effect } = await loupe.api.auditReuse({ project: 'sample' })
  // The first five were served before it was on.
  expect(effect).toMatchObject({
    share: 0.1,
    mixed: 5,
    withheld: { resolved: drawn.filter((n) => !names.slice(0, 5).includes(n)).length },
  })
  const log = await loupe.api.servedAgain({ project: 'sample' })
  expect(
    log.rows
      .filter(({ isWithheld }) => isWithheld)
      .every(({ hasChanged, before }) => !hasChanged && before.winnerId === null),
  ).toBe(true)

  expect(await loupe.api.withholdAtRandom({ projectId, share: null, by: 'Mara' })).toEqual({
    before: 0.1,
  })
  expect((await serve(none)).withheld).toBe(false)
  await loupe.close()
  const store = await openStore({ dataPath: loupe.dataPath, rootPath: process.cwd(), now: () => new Date() })
  const rows = await tables(store).retrieval.findMany({ where: { episodeId: none }, orderBy: { id: 'asc' } })
  expect(
    rows.some(
      ({ withheld, propensity, winnerId, abstained }) =>
        withheld && propensity === 0.1 && winnerId === null && abstained === 'withheld',
    ),
  ).toBe(true)
  expect(
    rows.filter(({ withheld }) => withheld).every(({ answer }) => JSON.parse(answer).hits.length > 0),
  ).toBe(true)
  const served = await tables(store).retrieval.findFirst({
    where: { episodeId: names.find((name) => !first.get(name)) ?? '', propensity: { lt: 1 } },
  })
  expect(served).toMatchObject({ withheld: false, propensity: 0.9 })
  const verbs = await tables(store).revision.findMany({
    where: { verb: 'withholdAtRandom' },
    select: { reason: true, by: true },
  })
  expect(verbs).toEqual([
    { reason: '10 % of episodes', by: 'Mara' },
    { reason: 'off', by: 'Mara' },
  ])
  await store.close()
})

it('draws by project and episode, about as many as it says, and whoever is drawn at 5 % is drawn at 10 %', async () => {
  const store = await openTestStore()
  const names = Array.from({ length: 4_000 }, (_, i) => `django__django-${i}`)
  const drawn = (share: number, projectId = 'p_1') =>
    names.filter((episode) => assign(store, { projectId, episode, share }).isWithheld)
  const [few, more] = [drawn(0.05), drawn(0.1)]
  // Four standard errors.
  expect(Math.abs(few.length / 4_000 - 0.05)).toBeLessThan(0.014)
  expect(Math.abs(more.length / 4_000 - 0.1)).toBeLessThan(0.019)
  expect(few.every((name) => more.includes(name))).toBe(true)
  expect(drawn(0.1, 'p_2')).not.toEqual(more)
  expect(assign(store, { projectId: 'p_1', episode: few[0] ?? '', share: 0.05 })).toEqual({
    isWithheld: true,
    propensity: 0.05,
  })
})
