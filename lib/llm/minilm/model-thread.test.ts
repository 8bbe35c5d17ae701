import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../db/fixtures/test-store.ts'
import { openModelThread } from './model-thread.ts'

function open(name = 'scripted-thread.ts') {
  let nowMs = 0
  const model = openModelThread(join(process.cwd(), 'lib/llm/fixtures', name), () => nowMs)
  onTestFinished(() => model.stop())
  return {
    ...model,
    later: (ms: number) => {
      nowMs += ms
    },
  }
}
const places = (vectors: Float32Array[]) => vectors.map((vector) => vector[1])

it('answers in the order of the texts', async () => {
  const vectors = await open().embed(['a', 'bbb', 'cc'], 'work')
  expect(vectors.map(([length]) => length)).toEqual([1, 3, 2])
})

it('puts a question before the background work that waits', async () => {
  const model = open()
  const work = model.embed(
    Array.from({ length: 20 }, (_, i) => `slow 5 ${i}`),
    'work',
  )
  await wait(30)
  const [asked = 99] = places(await model.embed(['slow 1'], 'ask'))
  expect(asked).toBeLessThan(15)
  expect(places(await work).at(-1)).toBe(20)
})

it('lets those who ask take turns, whoever has much to ask', async () => {
  const model = open()
  await model.load()
  const much = model.embed(
    Array.from({ length: 20 }, (_, i) => `slow 2 ${i}`),
    'ask',
  )
  const [little = 99] = places(await model.embed(['slow 1'], 'ask'))
  expect(little).toBeLessThan(5)
  await much
})

it('lets background work go on while questions never end', async () => {
  const model = open()
  await model.load()
  const asked = Array.from({ length: 10 }, (_, i) =>
    model.embed(
      Array.from({ length: 20 }, (_, j) => `slow 1 ${i} ${j}`),
      'ask',
    ),
  )
  const [work = 999] = places(await model.embed(['work'], 'work'))
  expect(work).toBeLessThan(40)
  await Promise.all(asked)
})

it('goes on with a new thread when one dies, and loses nothing', async () => {
  const once = join(temporaryFolder(), 'died')
  const vectors = await open().embed(['a', `die once ${once}`, 'bb'], 'ask')
  expect(vectors.map(([length]) => length)).toEqual([1, `die once ${once}`.length, 2])
})

it('gives back the text that two threads died over, and serves the others', async () => {
  const model = open()
  const deadly = model.embed(['die'], 'ask')
  const other = model.embed(['fine'], 'ask')
  await expect(deadly).rejects.toThrow('told to die')
  expect((await other)[0]?.[0]).toBe(4)
  expect(model.state().name).toBe('ready')
})

it('says why a model cannot be loaded, and tries again half a minute later', async () => {
  const model = open('unloadable-thread.ts')
  await expect(model.embed(['a'], 'ask')).rejects.toMatchObject({
    code: 'embedder-unavailable',
    message: 'The sentence embedder cannot be used: no SIMD here',
    status: 503,
  })
  expect(await model.load()).toEqual({ name: 'unavailable', reason: 'no SIMD here' })
  model.later(29_000)
  expect(model.load()).toMatchObject({}) // still refused at once
  expect(model.state().name).toBe('unavailable')
  model.later(1_000)
  const again = model.load()
  expect(model.state().name).toBe('loading')
  expect((await again).name).toBe('unavailable')
})

it('counts a thread that is not there as a model that cannot be used', async () => {
  const model = open('no-such-thread.ts')
  await expect(model.embed(['a'], 'ask')).rejects.toMatchObject({ code: 'embedder-unavailable' })
})

it('refuses questions when too many wait', async () => {
  const model = open()
  const asked = Array.from({ length: 256 }, (_, i) => model.embed([`${i}`, 'and more'], 'ask'))
  await expect(model.embed(['one more'], 'ask')).rejects.toMatchObject({ code: 'embedder-busy', status: 503 })
  await expect(model.embed(['a', 'b'], 'work')).resolves.toHaveLength(2)
  await Promise.all(asked)
})

it('stops in the middle of work: what waits fails, and nothing is asked of it any more', async () => {
  const model = open()
  const asked = model.embed(['slow 2000', 'b'], 'ask')
  const told = expect(asked).rejects.toMatchObject({ code: 'embedder-unavailable' })
  await wait(50)
  await model.stop()
  await told
  await expect(model.embed(['a'], 'ask')).rejects.toMatchObject({ code: 'embedder-unavailable' })
})
