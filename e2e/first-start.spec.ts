import { expect, test } from './fixtures.ts'
import { withOwnServer } from './own-server.ts'

/* What a newcomer meets: the sample with its recorded experience, found by meaning. */

/** By example: the run whose lesson comes first, and the beginning of what stands among the next. */
const PROMISED: Record<string, { first: string; next?: RegExp }> = {
  'Cursor pagination': { first: 'parcelhub__parcelhub-745', next: /ledgerly/ },
  'Login Timeout is not Login Button': { first: 'nightjar__nightjar-112', next: /parcelhub/ },
  'A lost callback, not a login timeout': {
    first: 'parcelhub__parcelhub-760',
    next: /fernboard.*fernboard/s,
  },
  'The missing reflected operator': { first: 'claxon__claxon-84', next: /quillpress.*tidewater/s },
  'Same words, other mechanism': { first: 'fernboard__fernboard-1233', next: /parcelhub.*ledgerly/s },
  'Nothing fits, and it comes all the same': { first: 'ledgerly__ledgerly-2408' },
}

test('a first start serves the recorded experience by meaning, and each example shows what it promises', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await withOwnServer(async (server) => {
    await server.start()
    await page.goto(server.url)
    await expect(page.getByText('local-v2')).toBeVisible()
    await expect(page.getByRole('main').getByText('recorded', { exact: true }).first()).toBeVisible()

    await page.goto(`${server.url}/playground?project=sample`)
    for (const [label, { first, next }] of Object.entries(PROMISED)) {
      await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
      await expect(page.getByRole('region', { name: 'Injected message' })).toContainText(first)
      await expect(page.getByRole('region', { name: 'Injected message' })).toContainText('model-v3')
      if (next) await expect(page.getByRole('region', { name: 'Why' })).toContainText(next)
    }

    await page.goto(`${server.url}/distil?project=sample`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      '275 of 372 subtasks have an experience; 97 held nothing worth keeping.',
    )
    await page.goto(`${server.url}/audit/raw-and-abstracted?project=sample`)
    await expect(page.getByRole('row', { name: /^lesson by model-v3/ }).first()).toBeVisible()
  }, 'first start')
})
