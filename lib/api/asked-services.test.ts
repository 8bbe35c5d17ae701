import { describe, expect, it } from 'vitest'
import type { Core } from './core.ts'
import { run } from './run.ts'

/** Services that say what they are asked, and give `gives`, or null. */
function recording(gives: Record<string, unknown> = {}) {
  const asked: [way: string, ...input: unknown[]][] = []
  const at = (way: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) =>
        name === 'then' ? undefined : at(way === '' ? String(name) : `${way}.${String(name)}`),
      apply: (_self, _this, input) => {
        asked.push([way, ...input])
        return Promise.resolve(gives[way] ?? null)
      },
    })
  return { asked, core: { services: at('') } as Core }
}
async function askedBy(name: string, input: unknown, gives: Record<string, unknown> = {}) {
  const { asked, core } = recording(gives)
  const given = await run(name, input, core)
  return { asked, given }
}

describe('a command asks one method of one service for what it was asked', () => {
  it.each<[name: string, input: unknown, way: string, ...given: unknown[]]>([
    ['findBlind', { id: 'b' }, 'triage.blind.find', 'b'],
    ['blindStage', { id: 'b', place: 0 }, 'triage.blind.stage', { id: 'b', place: 0 }],
    [
      'judgeBlind',
      { id: 'b', by: 'Mara', verdicts: [{ place: 0, verdict: null }] },
      'triage.blind.judge',
      { id: 'b', by: 'Mara', verdicts: [{ place: 0, verdict: null }] },
    ],
  ])('%s', async (name, input, ...expected) => {
    expect((await askedBy(name, input)).asked).toEqual([expected])
  })
})

describe('a draw', () => {
  const filter = { projectId: 'p', text: '', facets: {} }
  it('has a seed that is kept with it: drawn where none is named, whole and not below 0', async () => {
    const seeds = await Promise.all(
      Array.from(
        { length: 40 },
        async () =>
          (await askedBy('drawSample', { filter, size: 3, by: 'Mara' })).asked[0]?.[1] as { seed: number },
      ),
    )
    for (const { seed } of seeds)
      expect([Number.isInteger(seed), seed >= 0, seed <= 0x7fffffff]).toEqual([true, true, true])
    expect(new Set(seeds.map(({ seed }) => seed)).size).toBeGreaterThan(30)
  })

  it('of a blind reading takes the seed that is named, 0 too', async () => {
    const draw = { project: 'p', makers: ['m'], where: 'any', size: 3, by: 'Mara' }
    for (const seed of [0, 9])
      expect((await askedBy('drawBlind', { ...draw, seed })).asked[0]?.[1]).toMatchObject({ seed })
    expect((await askedBy('drawBlind', draw)).asked[0]?.[1]).toMatchObject({ seed: expect.any(Number) })
    await expect(askedBy('drawBlind', { ...draw, seed: 0x80000000 })).rejects.toThrow()
  })
})

describe('judging', () => {
  const pair = { task: null, doneCount: 0, totalCount: 0 }
  const judge = async (judgement: unknown) => {
    const asked: unknown[] = []
    const note = (way: string) => async (input: unknown) => {
      asked.push([way, input])
      return pair
    }
    const judging = { nextPair: note('nextPair'), judge: note('judge'), takeBack: note('takeBack') }
    await run('judge', { runId: 'r', by: 'Mara', judgement }, { judging } as unknown as Core)
    return asked
  }
  const next = ['nextPair', { runId: 'r', by: 'Mara' }]
  it.each([
    { says: 'only asks for the next pair where there is no grade', judgement: null, asks: [next] },
    {
      says: 'keeps a grade first, 0 too',
      judgement: { queryId: 'q', entryId: 'e', grade: 0 },
      asks: [['judge', { runId: 'r', by: 'Mara', queryId: 'q', entryId: 'e', grade: 0 }], next],
    },
    {
      says: 'takes the last grade back first',
      judgement: 'take-back',
      asks: [['takeBack', { runId: 'r', by: 'Mara' }], next],
    },
  ])('$says', async ({ judgement, asks }) => {
    expect(await judge(judgement)).toEqual(asks)
  })

  it.each([4, -1, 1.5])('knows no grade %d', async (grade) => {
    await expect(judge({ queryId: 'q', entryId: 'e', grade })).rejects.toThrow()
  })
})
