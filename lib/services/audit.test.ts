import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { reportsOf } from './reports-ahead.ts'
import type { Services } from './services.ts'

const sample = sampleForAll()
let project: { id: string; name: string }
beforeAll(async () => {
  project = await sample().memories.project('sample')
})
const audit = () => sample().audit
const OTHER = { id: 'p_other', name: 'other' }

const addEntry = (objective: string) =>
  sample().api.store({
    project: 'sample',
    category: 'EDIT',
    objective,
    keywords: [],
    kind: 'pattern',
    title: 'One',
    when: 'Then.',
    do: 'Do it.',
    because: 'So.',
    check: '',
  })

describe('the figures of a project', () => {
  it('are the single reports, with what they rest on', async () => {
    const figures = await audit().figures('sample')
    expect(figures.recurrence).toEqual(await audit().recurrence(project.id))
    expect(figures.categories).toEqual(await audit().categories(project))
    expect(figures.reuse).toEqual(await audit().reuse(project.id))
    expect(figures.project).toMatchObject(project)
    const { entries, embedder, entriesHash } = figures.basis
    expect([entries > 100, embedder]).toEqual([true, 'local-v1'])
    expect(entriesHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('rest on the same while nothing changes, and on something else when one entry is new', async () => {
    const basis = async () => (await audit().figures('sample')).basis
    const before = await basis()
    expect(await basis()).toEqual(before)
    await addEntry('mend the page bound of the audit')
    const after = await basis()
    expect(after.entries).toBe(before.entries + 1)
    expect(after.entriesHash).not.toBe(before.entriesHash)
    expect(after.storeRevision).toBeGreaterThan(before.storeRevision)
  })

  it('of a project that is not there are refused', async () => {
    await expect(audit().figures('nope')).rejects.toMatchObject({ code: 'no-such-project' })
  })
})

describe('how often an arriving entry had an earlier neighbour', () => {
  it('is told with the words of the nearest pairs, each of an entry that is there', async () => {
    const { examples, objectives } = await audit().recurrence(project.id)
    expect(examples.length).toBeGreaterThan(0)
    for (const { entryId, best } of examples) {
      expect(objectives[entryId]).toMatch(/\w/)
      if (best) expect(objectives[best.entryId]).toMatch(/\w/)
    }
    expect(Object.keys(objectives).length).toBeLessThanOrEqual(2 * examples.length)
  })

  it('counts only entries that a run left: what a person wrote arrived in no stream', async () => {
    const first = await audit().recurrence(project.id)
    await addEntry('mend the page bound of the stream')
    expect(await audit().recurrence(project.id)).toEqual(first)
  })

  it('is nothing for a project without entries', async () => {
    const { examples, objectives } = await audit().recurrence(OTHER.id)
    expect([examples, objectives]).toEqual([[], {}])
  })
})

describe('the predictor against labels', () => {
  it('is the written ones for the sample, and its own subtasks where those are asked for', async () => {
    const [written, own] = [await audit().categories(project), await audit().categories(project, 'own')]
    expect(written.labels).toMatchObject({ kind: 'written', others: 0, stored: null })
    expect(own.labels.kind).toBe('rules')
    expect(written.rows).toHaveLength(written.report.n)
    expect(own.rows).toHaveLength(own.report.n)
    expect(own.report.n).not.toBe(written.report.n)
    expect(written.predictor).toBe(own.predictor)
  })

  it('of a project without subtasks has nothing to say', async () => {
    const { report, rows } = await audit().categories(OTHER)
    expect([report.n, rows]).toEqual([0, []])
  })
})

describe('what only the sample has labels for', () => {
  it('is null elsewhere', async () => {
    expect([await audit().wall(OTHER), await audit().abstraction(OTHER)]).toEqual([null, null])
  })

  it('holds the wall against none, by graded lessons', async () => {
    expect(await audit().wall(project)).not.toBeNull()
  })

  it('holds raw steps against extractors over the same spans, with no secret in what is quoted', async () => {
    const report = await audit().abstraction(project)
    expect(report).not.toBeNull()
    expect(JSON.stringify(report)).not.toMatch(/gh[pousr]_[A-Za-z0-9]{36}/)
  })
})

describe('what there is to label', () => {
  it('is at most as much as asked for, and nothing of a project that is not there', async () => {
    const { cards } = await audit().toLabel({ projectId: project.id, by: 'ada', limit: 2 })
    expect(cards).toHaveLength(2)
    expect((await audit().toLabel({ projectId: OTHER.id, by: 'ada', limit: 2 })).cards).toEqual([])
  })
})

describe('which entries carry the memory', () => {
  it('is told for each entry that is shown by its objective', async () => {
    const { objectives, replay, served } = await audit().reuse(project.id)
    const shown = [...replay.others.shape.counts, ...served.shape.counts].slice(0, 5)
    expect(shown.length).toBeGreaterThan(0)
    for (const { entryId } of shown) expect(objectives[entryId]).toMatch(/\w/)
  })

  it('is nothing where nothing was stored', async () => {
    const { replay, served, utilities } = await audit().reuse(OTHER.id)
    expect([replay.asked, served.shape.uses, utilities]).toEqual([0, 0, []])
  })
})

it('what is computed ahead is every report that the audit’s pages show, of this project', async () => {
  const asked: unknown[] = []
  const say = (name: string) => (input?: unknown) => asked.push([name, input])
  const services = {
    audit: {
      recurrence: say('recurrence'),
      categories: say('categories'),
      wall: say('wall'),
      abstraction: say('abstraction'),
      reuse: say('reuse'),
    },
    experiments: { report: say('report') },
  } as unknown as Services
  for (const report of reportsOf(services, OTHER)) report()
  expect(asked).toEqual([
    ['recurrence', OTHER.id],
    ['categories', OTHER],
    ['wall', OTHER],
    ['abstraction', OTHER],
    ['reuse', OTHER.id],
    ['report', undefined],
  ])
})
