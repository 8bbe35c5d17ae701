import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { CATEGORIES } from '../memory/category.ts'
import { exampleQuestions, readQuestions } from '../studies/retrieval/read-questions.ts'
import { replayRequestSchema } from '../studies/retrieval/replay.ts'

const sample = sampleForAll()
const api = () => sample().api
const example = () => exampleQuestions(process.cwd())

describe('labelled questions', () => {
  it('of the sample are lines that can be pasted', () => {
    const lines = example()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.length).toBeGreaterThan(50)
    for (const { id, text, relevant } of lines)
      expect([typeof id, typeof text, Array.isArray(relevant)]).toEqual(['string', 'string', true])
  })

  it('speak for a minimum score of each category', async () => {
    const { categories, labels, embedder, unrelated } = await api().minimumScore({ project: 'sample' })
    expect(categories.map(({ category }) => category)).toEqual([...CATEGORIES])
    expect(labels).toMatchObject([{ source: 'written' }])
    expect([embedder, unrelated.pairCount > 0]).toEqual(['local-v2', true])
    for (const { relevant, irrelevant } of categories)
      expect(relevant.length + irrelevant.length).toBeGreaterThan(0)
  })

  it('give the figures of a replay, the same for a seed', async () => {
    const queries = example()
      .split('\n')
      .slice(0, 12)
      .map((line) => JSON.parse(line))
    const request = { project: 'sample', queries, strategies: ['subtask', 'random'], seed: 3, resamples: 100 }
    const replay = () => api().replay(replayRequestSchema.parse(request))
    const [one, two] = [await replay(), await replay()]
    const shown = ({ strategies, paired }: typeof one) => ({
      strategies: strategies.map((row) => ({ ...row, p50Ms: 0 })),
      paired,
    })
    expect(shown(one)).toEqual(shown(two))
    expect(one.strategies.map(({ strategy }) => strategy)).toEqual(['subtask', 'random'])
    expect([one.queries, one.lessons]).toEqual([12, null])
  })

  it('that have nothing to do with the memory are given a lesson in at most 5 of 100', async () => {
    const queries = readQuestions(readFileSync('scripts/fixtures/unrelated.jsonl', 'utf8'), 'unrelated.jsonl')
    const { words } = await api().replay(
      replayRequestSchema.parse({ project: 'sample', queries, strategies: ['subtask'] }),
    )
    expect(words.unrelatedCount).toBe(60)
    expect(words.rows.find(({ word }) => word === 'fits')?.unrelated).toBeLessThanOrEqual(3)
    expect(words.rows.find(({ word }) => word === 'unknown')?.unrelated).toBe(0)
  })

  it('name the lessons that came first where grades of lessons are given', async () => {
    const grades = readFileSync('prisma/sample/lesson-grades.jsonl', 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const graded = new Set(grades.map(({ query }) => query))
    const queries = example()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ id }) => graded.has(id))
      .slice(0, 8)
    const request = { project: 'sample', queries, strategies: ['subtask', 'bm25'], resamples: 100, grades }
    const { lessons } = await api().replay(replayRequestSchema.parse(request))
    expect(lessons?.rows.map(({ strategy }) => strategy)).toEqual(['subtask', 'bm25'])
    await expect(
      api().replay(replayRequestSchema.parse({ ...request, strategies: ['no-such-way'] })),
    ).rejects.toMatchObject({ name: 'UserError' })
  })

  it('that no model has read cannot be replayed where only those are wanted', async () => {
    const queries = [JSON.parse(example().split('\n')[0] ?? '')]
    const asked = api().replay({
      project: 'sample',
      queries,
      strategies: ['subtask'],
      onlyRead: true,
    } as never)
    await expect(asked).rejects.toMatchObject({ code: 'not-read' })
  })
})
