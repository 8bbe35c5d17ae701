import { afterEach, expect, it } from 'vitest'
import { openTestLoupe } from '@/lib/fixtures/open-test-loupe.ts'
import { asMiniRun, denseRun } from '@/lib/jobs/fixtures/dense-runs.ts'
import { GET } from './route.ts'

const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }

/** One run with its entries, and two entries that a person wrote. */
async function serveShop() {
  const loupe = await openTestLoupe()
  shared.__loupe = Promise.resolve(loupe)
  const bytes = Buffer.from(JSON.stringify(asMiniRun(denseRun(0, 2))))
  const file = { bytes, fileName: 'run.json', dryRun: false, resultsId: null, batchKey: null }
  await loupe.work.importFile({ ...file, project: 'shop' })
  for (const act of ['Return early when there is no row.', 'Ask for one row more than fits.'])
    await loupe.api.store({
      project: 'shop',
      category: 'EDIT',
      objective: `guard the page: ${act}`,
      keywords: [],
      title: act,
      kind: 'pattern',
      when: '',
      do: act,
      because: '',
      check: '',
    })
  return loupe
}
afterEach(() => {
  delete shared.__loupe
})

const get = (query: string) =>
  GET(
    new Request(`http://127.0.0.1:3000/api/v1/entries/export?project=shop${query}`, {
      headers: { host: '127.0.0.1:3000' },
    }),
  )

it('an ATIF export says in a header how many entries it leaves out because they have no run', async () => {
  const loupe = await serveShop()
  const runs = await get('&format=atif')
  expect(runs.headers.get('x-loupe-left-out')).toBe('2')
  expect(runs.headers.get('content-disposition')).toBe('attachment; filename="runs.atif.jsonl"')
  expect((await runs.text()).trim().split('\n')).toHaveLength(1)
  // Only what the filter means is counted.
  const some = await get(`&format=atif&filter=${encodeURIComponent('do:early')}`)
  expect(some.headers.get('x-loupe-left-out')).toBe('1')
  const all = await get('')
  expect(all.headers.get('x-loupe-left-out')).toBe('0')
  expect(await all.text()).toContain('Return early')
  await loupe.close()
})
