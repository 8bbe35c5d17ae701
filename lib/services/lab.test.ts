import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { CATEGORIES } from '../memory/category.ts'
import { labRequestSchema } from '../memory/lab/lab.ts'
import { replayRequestSchema } from '../studies/retrieval/replay.ts'

const sample = sampleForAll()
const lab = () => sample().lab
const TEXT = 'the cursor of the next page leaves out the last row'
const question = {
  project: 'sample',
  text: TEXT,
  mode: 'task' as const,
  strategy: 'subtask',
  limit: 5,
  floor: null,
}
const compared = (...columns: { strategy: string; asOf?: string; without?: string; embedder?: string }[]) =>
  lab().compare(
    labRequestSchema.parse({ project: 'sample', text: TEXT, category: 'EDIT', limit: 5, columns }),
  )
/** An instant that is past for certain: the store's clock and this one are the same. */
const longAgo = () => new Date(Date.now() - 5 * 365 * 86_400_000).toISOString()

/** Two events of one millisecond have no order. */
const clockIsPast = (at: string) =>
  expect.poll(() => new Date().toISOString() > at, { interval: 1 }).toBe(true)

describe('ways to retrieve, side by side', () => {
  it('answer as retrieval does, and share what stands in several', async () => {
    const answer = await sample().retrieval.retrieve({ ...question, category: 'EDIT' })
    const { columns, joined } = await compared({ strategy: 'subtask' }, { strategy: 'bm25' })
    expect(columns[0]?.answer?.hits).toEqual(answer.hits)
    for (const { ranks } of joined) expect(ranks.filter((rank) => rank !== null).length).toBe(2)
  })

  it('say of one that cannot be asked why, and answer the others', async () => {
    const { columns } = await compared({ strategy: 'no-such-way' }, { strategy: 'subtask' })
    expect(columns[0]).toMatchObject({
      answer: null,
      memory: null,
      fault: { message: expect.stringMatching(/no-such-way/) },
    })
    expect(columns[1]).toMatchObject({ fault: null })
  })

  it('see nothing of a memory from before there was one', async () => {
    const { columns } = await compared({ strategy: 'subtask', asOf: longAgo() })
    expect(columns[0]?.answer ?? columns[0]?.fault).toBeTruthy()
    expect(columns[0]?.answer?.hits ?? []).toEqual([])
  })

  it('leave out what a planned deletion would take, and change nothing', async () => {
    const {
      columns: [today],
    } = await compared({ strategy: 'subtask' })
    const gone = today?.answer?.hits[0]?.entryId ?? ''
    const { columns } = await compared({ strategy: 'subtask', without: gone }, { strategy: 'subtask' })
    expect(columns[0]?.answer?.hits.map(({ entryId }) => entryId)).not.toContain(gone)
    expect(columns[0]?.memory?.withoutCount).toBe(1)
    expect(columns[1]?.answer?.hits).toEqual(today?.answer?.hits)
  })

  it('of a project that is not there are refused', async () => {
    const {
      lab: { compare, floors, log, wrongTurns, sameFileQueries },
    } = sample()
    const request = labRequestSchema.parse({
      project: 'nope',
      text: TEXT,
      columns: [{ strategy: 'subtask' }],
    })
    for (const asked of [
      floors('nope'),
      log('nope', 0),
      wrongTurns({ ...question, project: 'nope' }),
      sameFileQueries({ project: 'nope', level: 'task' }),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'no-such-project' })
    await compare(request).then(
      ({ columns }) => expect(columns[0]?.answer).toBeNull(),
      (fault) => expect(fault).toMatchObject({ code: 'no-such-project' }),
    )
  })
})

describe('a memory of the past', () => {
  it('shows an entry until it is purged, and never again after that, however often it was shown', async () => {
    const { api, memories } = sample()
    const made = await api.store({
      project: 'sample',
      category: 'EDIT',
      objective: TEXT,
      keywords: [],
      kind: 'pattern',
      title: 'Told once',
      when: 'Then.',
      do: 'Say the word zanzibar.',
      because: 'So.',
      check: '',
    })
    await clockIsPast((await memories.findEntryAlone(made.id))?.entry.createdAt ?? '')
    const then = new Date().toISOString()
    await clockIsPast(then)
    await api.retire({ entryIds: [made.id], reason: 'a later state' })
    const past = async () => JSON.stringify((await compared({ strategy: 'subtask', asOf: then })).columns)
    expect(await past()).toContain('zanzibar')
    await api.purge({ entryIds: [made.id], reason: 'must go', phrase: 'purge 1 entry' })
    expect(await past()).not.toContain('zanzibar')
  })
})

describe('wrong turns', () => {
  it('are the four walls, the right one costing nothing', async () => {
    const { right, turns, predicted, labels } = await lab().wrongTurns({ ...question, category: 'EDIT' })
    expect([right, turns.map(({ category }) => category), labels]).toEqual(['EDIT', [...CATEGORIES], null])
    expect(turns.find(({ category }) => category === 'EDIT')).toMatchObject({
      similarityLost: 0,
      grade: null,
      relevanceLost: null,
    })
    expect(Object.values(predicted.probabilities).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
  })

  it('carry grades where the text is one of the sample’s labelled questions', async () => {
    const [line = ''] = lab()
      .exampleQueries()
      .split('\n')
      .filter((one) => JSON.parse(one).relevant.length > 0)
    const { text, category } = JSON.parse(line)
    const { labels, turns } = await lab().wrongTurns({ ...question, text, ...(category ? { category } : {}) })
    expect(labels).toMatchObject({ source: 'written', count: expect.any(Number) })
    for (const { grade } of turns) expect(grade).not.toBeNull()
  })
})

describe('labelled questions', () => {
  it('of the sample are lines that can be pasted', () => {
    const lines = lab()
      .exampleQueries()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.length).toBeGreaterThan(50)
    for (const { id, text, relevant } of lines)
      expect([typeof id, typeof text, Array.isArray(relevant)]).toEqual(['string', 'string', true])
  })

  it('speak for floors of each category', async () => {
    const { floors, labels, embedder, unrelated } = await lab().floors('sample')
    expect(floors.map(({ category }) => category)).toEqual([...CATEGORIES])
    expect(labels).toMatchObject([{ source: 'written' }])
    expect([embedder, unrelated.pairCount > 0]).toEqual(['local-v1', true])
    for (const { relevant, irrelevant } of floors)
      expect(relevant.length + irrelevant.length).toBeGreaterThan(0)
  })

  it('give the figures of a replay, the same for a seed', async () => {
    const queries = lab()
      .exampleQueries()
      .split('\n')
      .slice(0, 12)
      .map((line) => JSON.parse(line))
    const request = { project: 'sample', queries, strategies: ['subtask', 'random'], seed: 3, resamples: 100 }
    const replay = () => lab().replay(replayRequestSchema.parse(request))
    const [one, two] = [await replay(), await replay()]
    const shown = ({ strategies, paired }: typeof one) => ({
      strategies: strategies.map((row) => ({ ...row, p50Ms: 0 })),
      paired,
    })
    expect(shown(one)).toEqual(shown(two))
    expect(one.strategies.map(({ strategy }) => strategy)).toEqual(['subtask', 'random'])
    expect([one.queries, one.lessons]).toEqual([12, null])
  })

  it('name the lessons that came first where grades of lessons are given', async () => {
    const grades = readFileSync('prisma/sample/lesson-grades.jsonl', 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const graded = new Set(grades.map(({ query }) => query))
    const queries = lab()
      .exampleQueries()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ id }) => graded.has(id))
      .slice(0, 8)
    const request = { project: 'sample', queries, strategies: ['subtask', 'bm25'], resamples: 100, grades }
    const { lessons } = await lab().replay(replayRequestSchema.parse(request))
    expect(lessons?.rows.map(({ strategy }) => strategy)).toEqual(['subtask', 'bm25'])
    await expect(
      lab().replay(replayRequestSchema.parse({ ...request, strategies: ['no-such-way'] })),
    ).rejects.toMatchObject({ name: 'UserError' })
  })

  it('that no model has read cannot be replayed where only those are wanted', async () => {
    const queries = [JSON.parse(lab().exampleQueries().split('\n')[0] ?? '')]
    const asked = lab().replay({
      project: 'sample',
      queries,
      strategies: ['subtask'],
      onlyRead: true,
    } as never)
    await expect(asked).rejects.toMatchObject({ code: 'not-read' })
    expect(await lab().batches.readingCount()).toBeGreaterThanOrEqual(0)
  })
})
