import { expect, it } from 'vitest'
import { openTestStore } from './fixtures/test-store.ts'

// That tsc refuses each line is the check: one that it lets through is an error of its own.
it('shows nobody its tables: a store and a transaction are passed on, and lib/db alone asks them', async () => {
  const store = await openTestStore()
  // @ts-expect-error: no client
  expect(store.read).toBeUndefined()
  // @ts-expect-error: no statements
  expect(store.rows).toBeUndefined()
  // @ts-expect-error: no table
  expect(store.entry).toBeUndefined()
  await store.record(async (tx) => {
    // @ts-expect-error: no table
    expect(tx.entry).toBeUndefined()
    // @ts-expect-error: no statement
    expect(tx.$executeRawUnsafe).toBeUndefined()
  })
  expect(Object.keys(store).sort()).toEqual([
    'checkpoint',
    'close',
    'conceal',
    'dataPath',
    'nextId',
    'now',
    'onlyRead',
    'record',
    'write',
    'writeFirst',
  ])
})
