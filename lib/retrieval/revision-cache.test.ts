import { expect, it } from 'vitest'
import { CosineIndex } from './cosine-index.ts'
import { createRevisionCache } from './revision-cache.ts'

const open = (most = 2) => {
  const once = createRevisionCache(most)
  const index = new CosineIndex({ id: 'test', dimension: 2 })
  const made: string[] = []
  const ask = (name: string, of = index) =>
    once(of, name, async () => {
      made.push(name)
      return `${name} ${made.length}`
    })
  return { once, index, made, ask }
}

it('is made at the first call, and told again while the index stays where it is', async () => {
  const { made, ask } = open()
  expect([await ask('a'), await ask('b'), await ask('a'), made]).toEqual(['a 1', 'b 2', 'a 1', ['a', 'b']])
})

it('calls that come while it is made wait for the one making', async () => {
  const { made, ask } = open()
  expect(await Promise.all([ask('a'), ask('a'), ask('a')])).toEqual(['a 1', 'a 1', 'a 1'])
  expect(made).toEqual(['a'])
})

it('everything is made anew once the index moved on, and for another index', async () => {
  const { index, made, ask } = open()
  await ask('a')
  index.catchUp([], index.revision + 1)
  expect(await ask('a')).toBe('a 2')
  await ask('a', new CosineIndex({ id: 'test', dimension: 2 }))
  expect([await ask('a'), made.length]).toEqual(['a 2', 3])
})

it('above as many as may be kept the one made first is forgotten', async () => {
  const { made, ask } = open(2)
  for (const name of ['a', 'b', 'c', 'b', 'c', 'a']) await ask(name)
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

it('what failed is told to whoever waited, and tried again by the next', async () => {
  const { once, index, ask } = open()
  const fail = () => once(index, 'a', () => Promise.reject(new Error('no')))
  const both = await Promise.allSettled([fail(), fail()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe('a 1')
})

it('one that fails after it was forgotten leaves the one made in its place alone', async () => {
  const { once, index, made, ask } = open(1)
  let fail = (_: Error) => {}
  const slow = once(index, 'a', () => new Promise<never>((_, reject) => (fail = reject)))
  await ask('b') // forgets a
  expect(await ask('a')).toBe('a 2')
  fail(new Error('late'))
  await expect(slow).rejects.toThrow('late')
  expect([await ask('a'), made]).toEqual(['a 2', ['b', 'a']])
})
