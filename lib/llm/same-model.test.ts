import { expect, it } from 'vitest'
import type { Embedder } from './embedder.ts'
import { expectSameModel, PROBE_TEXT } from './same-model.ts'

/** Gives vectors that are turned away from the first axis by an angle whose cosine is `likeness`. */
function modelOf(likeness: number, faults = 0) {
  const asked: string[][] = []
  let left = faults
  const embedder: Embedder = {
    id: 'openai:m',
    dimension: 2,
    async embed(texts) {
      asked.push([...texts])
      if (left-- > 0) throw new Error('not reached')
      return texts.map(() => Float32Array.of(likeness, Math.sqrt(Math.max(0, 1 - likeness ** 2))))
    },
  }
  return { asked, embedder }
}
const stored = Float32Array.of(1, 0)

it.each([
  { likeness: 1, is: 'the same' },
  { likeness: 0.9999, is: 'the same, by rounding' },
  { likeness: 0.991, is: 'the same, just' },
])('a model of likeness $likeness is $is', async ({ likeness }) => {
  const { embedder } = modelOf(likeness)
  expect(await expectSameModel(embedder, stored).embed(['mutex'])).toHaveLength(1)
})

it.each([0.989, 0.5, 0, -1])(
  'a model of likeness %d is another one, and none of its vectors gets out',
  async (likeness) => {
    const { embedder, asked } = modelOf(likeness)
    const guarded = expectSameModel(embedder, stored)
    await expect(guarded.embed(['mutex'])).rejects.toMatchObject({ code: 'model-changed', status: 409 })
    expect(asked).toEqual([[PROBE_TEXT]])
  },
)

it('a model of another dimension is another one, however alike its first places are', async () => {
  const { embedder } = modelOf(1)
  await expect(expectSameModel(embedder, Float32Array.of(1, 0, 0)).embed(['a'])).rejects.toMatchObject({
    code: 'model-changed',
  })
})

it('looks once, before the first text, and never again', async () => {
  const { embedder, asked } = modelOf(1)
  const guarded = expectSameModel(embedder, stored)
  await Promise.all([guarded.embed(['a']), guarded.embed(['b'])])
  await guarded.embed(['c'])
  expect(asked.flat()).toEqual([PROBE_TEXT, 'a', 'b', 'c'])
})

it('looks again after it could not be asked, and after it was found to be another', async () => {
  const { embedder, asked } = modelOf(1, 1)
  const guarded = expectSameModel(embedder, stored)
  await expect(guarded.embed(['a'])).rejects.toThrow('not reached')
  expect(await guarded.embed(['a'])).toHaveLength(1)
  expect(asked.flat()).toEqual([PROBE_TEXT, PROBE_TEXT, 'a'])
})

it('keeps the name and the dimension of the embedder that it stands for', () => {
  const { embedder } = modelOf(1)
  expect(expectSameModel(embedder, stored)).toMatchObject({ id: 'openai:m', dimension: 2 })
})
