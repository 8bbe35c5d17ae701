import { createHash } from 'node:crypto'
import { fillStore } from '../scripts/bench/fill-store.ts'
import { expect, test } from './fixtures.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

/** Every fourth is of VERIFY and stays out of the filter: 1,002 match, over one page of whatever is read in pages; lib/curate takes 10,000. */
const ENTRIES = 1_336
const OTHERS = 'category=ANALYZE,REPRODUCE,EDIT'

test('over 1,000 selected by filter: the number announced is retired, and undone to the letter after a restart', async ({
  page,
}) => {
  test.slow()
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('loupe.reviewer', 'Mara')
  })
  await withOwnServer(async (server) => {
    await fillStore(server.dataPath, ENTRIES)
    await server.start()
    const matching = await count(server, OTHERS)
    expect(matching).toBeGreaterThan(1_000)
    const untouched = await digest(server, 'category=VERIFY')
    const before = await digest(server, OTHERS)

    await page.goto(`${server.url}/memories?project=bench&${OTHERS}`)
    await page.getByRole('checkbox', { name: /^Select all/ }).click()
    const shown = matching.toLocaleString('en-GB')
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText(`${shown} selected`)
    await page.keyboard.press('#')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(`${shown}\u00a0entries of ${shown} would change`)).toBeVisible()
    await dialog.getByLabel('Reason').fill('bench junk')
    await dialog.getByRole('button', { name: `Retire ${shown}` }).click()
    await expect(page.getByText(`${shown} retired`, { exact: true })).toBeVisible({ timeout: 60_000 })
    expect(await count(server, OTHERS)).toBe(0)
    expect(await count(server, `${OTHERS}&lifecycle=retired`)).toBe(matching)
    expect(await digest(server, 'category=VERIFY')).toBe(untouched)

    await server.stop('SIGTERM')
    await server.start()
    await page.goto(`${server.url}/activity?project=bench&verb=retire`)
    await expect(page.getByRole('region', { name: 'Changes' })).toContainText(shown)
    await page.getByRole('button', { name: /^Undo\s*revision/ }).click()
    await expect(page.getByText(new RegExp(`^Revision \\d+ undone: ${shown}.entries as before`))).toBeVisible(
      {
        timeout: 60_000,
      },
    )
    expect(await count(server, OTHERS)).toBe(matching)
    expect(await count(server, 'lifecycle=retired')).toBe(0)
    expect(await digest(server, OTHERS)).toBe(before)
    expect(await digest(server, 'category=VERIFY')).toBe(untouched)
  })
})

async function count({ url }: OwnServer, filter: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/entries?project=bench&limit=1&${filter}`)
  return (await answer.json()).matchCount
}

/** SHA-256 of all that the entries of a filter hold, but when they were last touched. */
async function digest({ url }: OwnServer, filter: string): Promise<string> {
  const text = await (await fetch(`${url}/api/v1/entries/export?project=bench&${filter}`)).text()
  const [, ...lines] = text.trim().split('\n')
  const hash = createHash('sha256')
  for (const line of lines) {
    const { entry, ...rest } = JSON.parse(line)
    hash.update(JSON.stringify([{ ...entry, updatedAt: null }, rest]))
  }
  return `${lines.length} ${hash.digest('hex')}`
}
