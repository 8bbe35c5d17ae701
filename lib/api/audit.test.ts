import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
const api = () => sample().api
const project = 'sample'
/** A memory that no run left anything in. */
const OTHER = 'other'
beforeAll(async () => {
  await addEntry('mend what only a person saw', OTHER)
})

const addEntry = (objective: string, into = project) =>
  api().store({
    ...{ project: into, category: 'EDIT', objective, keywords: [], kind: 'pattern', title: 'One' },
    ...{ when: 'Then.', do: 'Do it.', because: 'So.', check: '' },
  })

describe('the figures of a project', () => {
  it('are the single reports, with what they rest on', async () => {
    const figures = await api().auditFigures({ project })
    expect(figures.recurrence).toEqual(await api().auditRecurrence({ project }))
    expect(figures.misprediction).toEqual(await api().auditMisprediction({ project }))
    expect(figures.reuse).toEqual(await api().auditReuse({ project }))
    expect(figures.project).toMatchObject({ name: project })
    const { entries, embedder, entriesHash } = figures.basis
    expect([entries > 100, embedder]).toEqual([true, 'local-v2'])
    expect(entriesHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('rest on the same while nothing changes, and on something else when one entry is new', async () => {
    const basis = async () => (await api().auditFigures({ project })).basis
    const before = await basis()
    expect(await basis()).toEqual(before)
    await addEntry('mend the page bound of the audit')
    const after = await basis()
    expect(after.entries).toBe(before.entries + 1)
    expect(after.entriesHash).not.toBe(before.entriesHash)
    expect(after.storeRevision).toBeGreaterThan(before.storeRevision)
  })

  it('of a project that is not there are refused', async () => {
    await expect(api().auditFigures({ project: 'nope' })).rejects.toMatchObject({ code: 'no-such-project' })
  })
})

describe('how often an arriving entry had an earlier neighbour', () => {
  it('is told with the words of the nearest pairs, each of an entry that is there', async () => {
    const { examples, objectives } = await api().auditRecurrence({ project })
    expect(examples.length).toBeGreaterThan(0)
    for (const { entryId, best } of examples) {
      expect(objectives[entryId]).toMatch(/\w/)
      if (best) expect(objectives[best.entryId]).toMatch(/\w/)
    }
    expect(Object.keys(objectives).length).toBeLessThanOrEqual(2 * examples.length)
  })

  it('counts only entries that a run left: what a person wrote arrived in no stream', async () => {
    const first = await api().auditRecurrence({ project })
    await addEntry('mend the page bound of the stream')
    expect(await api().auditRecurrence({ project })).toEqual(first)
  })

  it('is nothing for a project without entries', async () => {
    const { examples, objectives } = await api().auditRecurrence({ project: OTHER })
    expect([examples, objectives]).toEqual([[], {}])
  })
})

describe('the predictor against labels', () => {
  it('is the written ones for the sample, and its own subtasks where those are asked for', async () => {
    const [written, own] = [
      await api().auditMisprediction({ project }),
      await api().auditMisprediction({ project, labels: 'own' }),
    ]
    expect(written.labels).toMatchObject({ kind: 'written', others: 0, stored: null })
    expect(own.labels.kind).toBe('rules')
    expect(written.rows).toHaveLength(written.report.n)
    expect(own.rows).toHaveLength(own.report.n)
    expect(own.report.n).not.toBe(written.report.n)
    expect(written.predictor).toBe(own.predictor)
  })

  it('of a project without subtasks has nothing to say', async () => {
    const { report, rows } = await api().auditMisprediction({ project: OTHER })
    expect([report.n, rows]).toEqual([0, []])
  })
})

describe('what only the sample has labels for', () => {
  it('is null elsewhere', async () => {
    expect([
      await api().auditFilter({ project: OTHER }),
      await api().auditAbstraction({ project: OTHER }),
    ]).toEqual([null, null])
  })

  it('holds the filter against none, by graded lessons', async () => {
    expect(await api().auditFilter({ project })).not.toBeNull()
  })

  it('holds raw steps against extractors over the same spans, with no secret in what is quoted', async () => {
    const report = await api().auditAbstraction({ project })
    expect(report).not.toBeNull()
    expect(JSON.stringify(report)).not.toMatch(/gh[pousr]_[A-Za-z0-9]{36}/)
  })
})

describe('which entries carry the memory', () => {
  it('is told for each entry that is shown by its objective', async () => {
    const { objectives, replay, served } = await api().auditReuse({ project })
    const shown = [...replay.others.shape.counts, ...served.shape.counts].slice(0, 5)
    expect(shown.length).toBeGreaterThan(0)
    for (const { entryId } of shown) expect(objectives[entryId]).toMatch(/\w/)
  })

  it('is nothing where nothing was stored', async () => {
    const { replay, served, utilities } = await api().auditReuse({ project: OTHER })
    expect([replay.asked, served.shape.uses, utilities]).toEqual([0, 0, []])
  })
})
