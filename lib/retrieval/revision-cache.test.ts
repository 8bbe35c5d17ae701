import { expect, it } from 'vitest'
import { CosineIndex } from './cosine-index.ts'
import { createRevisionCache } from './revision-cache.ts'

const open = (most = 2, changedSince?: (revision: number) => (string | null)[]) => {
  const once = createRevisionCache(most, changedSince && (async (revision) => changedSince(revision)))
  const index = new CosineIndex({ id: 'test', dimension: 2 })
  const made: string[] = []
  const ask = (name: string, of = index, whose: string[] | null = ['p']) =>
    once(of, whose, name, async () => {
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

it('what was made of one project stays through writes of others, unless they are of no project or it was made of all', async () => {
  const writes: (string | null)[][] = [['q'], ['q', 'p'], [null], []]
  const { index, made, ask } = open(3, (revision) => writes[revision] ?? [])
  const look = async () => [await ask('a'), await ask('b', index, ['q', 'r']), await ask('c', index, null)]
  expect(await look()).toEqual(['a 1', 'b 2', 'c 3'])
  index.catchUp([], 1)
  expect(await look()).toEqual(['a 1', 'b 4', 'c 5'])
  index.catchUp([], 2)
  expect(await look()).toEqual(['a 6', 'b 7', 'c 8'])
  index.catchUp([], 3)
  expect(await look()).toEqual(['a 9', 'b 10', 'c 11'])
  index.catchUp([], 4)
  await look()
  expect(made).toHaveLength(11)
})

it('who comes while it looks what was written waits for that look, and shares what is made after it', async () => {
  const { index, made, ask } = open(2, () => ['p'])
  await ask('a')
  index.catchUp([], 1)
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 2', 'a 2'])
  expect(made).toEqual(['a', 'a'])
})

it('above as many as may be kept the one made first is forgotten', async () => {
  const { made, ask } = open(2)
  for (const name of ['a', 'b', 'c', 'b', 'c', 'a']) await ask(name)
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

it('what failed is told to whoever waited, and tried again by the next', async () => {
  const { once, index, ask } = open()
  const fail = () => once(index, ['p'], 'a', () => Promise.reject(new Error('no')))
  const both = await Promise.allSettled([fail(), fail()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe('a 1')
})

it('one that fails after it was forgotten leaves the one made in its place alone', async () => {
  const { once, index, made, ask } = open(1)
  let fail = (_: Error) => {}
  const slow = once(index, ['p'], 'a', () => new Promise<never>((_, reject) => (fail = reject)))
  await ask('b') // forgets a
  expect(await ask('a')).toBe('a 2')
  fail(new Error('late'))
  await expect(slow).rejects.toThrow('late')
  expect([await ask('a'), made]).toEqual(['a 2', ['b', 'a']])
})
