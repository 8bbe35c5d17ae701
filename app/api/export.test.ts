import { afterEach, expect, it } from 'vitest'
import { answerHttp } from '@/app/answer-http.ts'
import { secretsIn } from '@/lib/extract/secret-scan.ts'
import { openSampleLoupe } from '@/lib/fixtures/open-test-loupe.ts'

const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }

/** The sample, and two lessons in it that are of no run. */
async function serveSample() {
  const loupe = await openSampleLoupe()
  shared.__loupe = Promise.resolve(loupe)
  for (const act of ['Skip the zeppelin when there is no row.', 'Ask for one row more than fits.'])
    await loupe.api.store({
      project: 'sample',
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

const get = (query: string, of = '', project = 'sample') =>
  answerHttp(
    new Request(`http://127.0.0.1:3000/api/v1/entries/export${of}?project=${project}${query}`, {
      headers: { host: '127.0.0.1:3000' },
    }),
  )

it('an ATIF export says in a header how many entries it leaves out because they have no run', async () => {
  const loupe = await serveSample()
  const runs = await get('&format=atif')
  expect(runs.headers.get('x-loupe-left-out')).toBe('2')
  expect(runs.headers.get('content-disposition')).toBe('attachment; filename="runs.atif.jsonl"')
  expect((await runs.text()).trim().split('\n')).toHaveLength(69)
  // Only what the filter means is counted.
  const some = await get(`&format=atif&filter=${encodeURIComponent('do:zeppelin')}`)
  expect(some.headers.get('x-loupe-left-out')).toBe('1')
  const all = await get('')
  expect(all.headers.get('x-loupe-left-out')).toBe('0')
  expect(await all.text()).toContain('zeppelin')
  await loupe.close()
})

it('counts what looks like a secret in the file that is asked for, so that a page can ask first', async () => {
  const loupe = await serveSample()
  const count = async (query: string) => (await (await get(query, '/secrets')).json()).count
  expect(await count('&all=1&versions=1')).toBe(0)
  const lines = (await (await get('&all=1', '', 'sample-trouble')).text()).split('\n')
  const held = lines.reduce((sum, line) => sum + secretsIn(line), 0)
  expect(held).toBeGreaterThan(0)
  expect((await (await get('&all=1', '/secrets', 'sample-trouble')).json()).count).toBe(held)
  await loupe.close()
})
