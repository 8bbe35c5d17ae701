import { expect, it } from 'vitest'
import { purgeEntries } from '../../curate/purge/purge.ts'
import { retireEntries } from '../../curate/retire.ts'
import { embed, openTestStore } from '../../db/fixtures/test-store.ts'
import { tables } from '../../db/tables.ts'
import { purgePhrase } from '../../memory/text/words.ts'
import { asMiniRun, denseRun } from '../fixtures/dense-runs.ts'
import { importAndDistil } from '../fixtures/import-and-distil.ts'

const TEXT = JSON.stringify(asMiniRun(denseRun(0, 2)))
const RUN = { fileName: 'run.traj.json', text: TEXT }
/** The same run with other bytes: another file as far as the hash can tell. */
const AGAIN = { fileName: 'again.traj.json', text: `${TEXT}\n\n` }
/** The stage of an edit in other words: another key, nearly the same description. */
const ALIKE = {
  fileName: 'alike.traj.json',
  text: TEXT.replaceAll('never sees the cursor', 'never reads the cursor'),
}

async function shop() {
  const store = await openTestStore()
  await importAndDistil(store, [RUN])
  const entries = await tables(store).entry.findMany()
  const deps = { store, embed, by: 'Mara', inspect: () => ({ secrets: [], flags: [] }), mask: String }
  return { store, deps, entries, entryIds: entries.map(({ id }) => id) }
}

it('a lesson that was retired does not return with a similar run', async () => {
  const { store, deps, entryIds } = await shop()
  expect(entryIds.length).toBe(6)
  await retireEntries({ entryIds, reason: 'too vague' }, deps)
  await importAndDistil(store, [AGAIN])
  expect(await tables(store).entry.count({ where: { lifecycle: { not: 'retired' } } })).toBe(0)
  const skippedBecause = 'retired before: too vague'
  expect(await tables(store).distillation.count({ where: { skippedBecause } })).toBe(entryIds.length)
})

it('a lesson that was purged does not return with a similar run, and no word says why', async () => {
  const { store, deps, entryIds } = await shop()
  await purgeEntries({ entryIds, phrase: purgePhrase(entryIds.length), reason: 'a test' }, deps)
  await importAndDistil(store, [AGAIN])
  expect(await tables(store).entry.count()).toBe(0)
  const skippedBecause = 'purged before'
  expect(await tables(store).distillation.count({ where: { skippedBecause } })).toBe(entryIds.length)
})

it('the look-alike of a retired lesson is held, with the old reason, and not served', async () => {
  const { store, deps, entries } = await shop()
  const isWanted = ({ category, becauseText }: (typeof entries)[number]) =>
    category === 'EDIT' && becauseText.includes('cursor')
  const kept = entries.find(isWanted)
  await retireEntries({ entryIds: [kept?.id ?? ''], reason: 'too vague' }, deps)
  expect(ALIKE.text).not.toBe(TEXT)
  await importAndDistil(store, [ALIKE])
  const now = await tables(store).entry.findMany({ where: { id: { not: kept?.id ?? '' } } })
  expect(now.filter(isWanted)).toMatchObject([
    { lifecycle: 'quarantined', reason: 'looks like one retired before: too vague' },
  ])
})

it('a lesson arrives as the project wants it: waiting where it reviews, beside where another extractor serves', async () => {
  const store = await openTestStore()
  await importAndDistil(store, [RUN])
  await store.record((tx) =>
    tables(tx).project.updateMany({ data: { reviewGate: true, extractor: 'rules-v3' } }),
  )
  const text = JSON.stringify(asMiniRun(denseRun(1, 2)))
  await importAndDistil(store, [{ fileName: 'other.traj.json', text }])
  const kinds = await tables(store).entry.groupBy({
    by: ['lifecycle', 'beside'],
    _count: true,
    orderBy: { lifecycle: 'asc' },
  })
  expect(kinds).toEqual([
    { lifecycle: 'approved', beside: false, _count: 6 },
    { lifecycle: 'candidate', beside: true, _count: 6 },
  ])
})
