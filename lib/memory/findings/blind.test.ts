import { expect, it } from 'vitest'
import { type BlindDraw, type BlindVerdict, reportBlind } from './blind.ts'

/** Three stages; `rules` wrote for two of them, `model` for all. */
const draw: BlindDraw = {
  makers: ['rules', 'model'],
  subtaskIds: ['s1', 's2', 's3'],
  items: [
    { place: 0, maker: 'model', subtaskId: 's1' },
    { place: 1, maker: 'rules', subtaskId: 's1' },
    { place: 2, maker: 'rules', subtaskId: 's2' },
    { place: 3, maker: 'model', subtaskId: 's2' },
    { place: 4, maker: 'model', subtaskId: 's3' },
  ],
}
const say = (...verdicts: (BlindVerdict | null)[]) =>
  verdicts.flatMap((verdict, place) => (verdict === null ? [] : [{ place, verdict, by: 'Mara' }]))

it('gives each extractor its shares with an interval, and pairs the stages that both wrote for', () => {
  const { makers, pairs } = reportBlind(draw, say('good', 'junk', 'junk', 'good', 'junk'))
  expect(makers).toMatchObject([
    { maker: 'rules', entryCount: 2, junk: { count: 2, n: 2, share: 1 }, good: { count: 0 } },
    { maker: 'model', entryCount: 3, junk: { count: 1, n: 3 }, good: { count: 2, n: 3 } },
  ])
  const [rules] = makers
  expect(rules?.junk?.interval.low).toBeLessThan(1)
  expect(pairs).toMatchObject([{ makers: ['rules', 'model'], bothCount: 2, junk: { gainPp: -100 } }])
})

it('counts a stage that an extractor was silent about as nothing kept, never as junk', () => {
  const [pair] = reportBlind(draw, say('good', 'middling', 'junk', 'good', 'good')).pairs
  expect(pair?.kept).toMatchObject({ netResolved: 2 })
  expect(pair?.junk).toMatchObject({ netResolved: -1 })
})

it('leaves what is unsure, unread or disputed out of every share', () => {
  const verdicts = [...say('good', 'unsure', null, 'junk', 'good'), { place: 3, verdict: 'good', by: 'Noor' }]
  const { makers, pairs } = reportBlind(draw, verdicts as ReturnType<typeof say>)
  expect(makers).toMatchObject([
    { maker: 'rules', unsureCount: 1, junk: null },
    { maker: 'model', unsureCount: 1, junk: { count: 0, n: 2 } },
  ])
  expect(pairs).toMatchObject([{ bothCount: 0, junk: null }])
})

it('says on how many two readers differ, where neither is unsure', () => {
  const { readers } = reportBlind(draw, [
    ...say('good', 'junk', 'unsure', 'good'),
    ...say('good', 'middling', 'junk', null, 'good').map((one) => ({ ...one, by: 'a model' })),
  ])
  expect(readers).toMatchObject([{ readers: ['Mara', 'a model'], differ: { count: 1, n: 2, share: 0.5 } }])
  expect(reportBlind(draw, say('good')).readers).toEqual([])
})
