import { expect, it } from 'vitest'
import { guarded } from './leave.ts'

// Put together at run time: the value opens nothing and stands in no file.
const SECRET = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
const DOTS = '•'.repeat(SECRET.length)

const service = {
  list: async () => [{ id: 'm_1', text: `use ${SECRET}` }],
  words: () => SECRET,
  find: async (): Promise<string | null> => null,
  export: async () => SECRET,
  log: { lines: () => SECRET, rows: async () => [SECRET] },
}

it('masks what a method gives that nobody named, now or later, nested ones too', async () => {
  const out = guarded(service, { export: (given) => given, log: { lines: (given) => given } })
  expect(await out.list()).toEqual([{ id: 'm_1', text: `use ${DOTS}` }])
  expect(out.words()).toBe(DOTS)
  expect(await out.find()).toBeNull()
  expect(await out.log.rows()).toEqual([DOTS])
})

it('leaves alone what is named', async () => {
  const out = guarded(service, { export: (given) => given, log: { lines: (given) => given } })
  expect(await out.export()).toBe(SECRET)
  expect(out.log.lines()).toBe(SECRET)
})

it('hands on a refusal as it is', async () => {
  const out = guarded({ list: async () => Promise.reject(new Error('no')) }, {})
  await expect(out.list()).rejects.toThrow('no')
})
