import type { Browser, Page } from '@playwright/test'
import { CATEGORIES } from '../../lib/memory/category.ts'
import { fillStore } from './fill-store.ts'
import { type Bench, type Figure, inFolder, machine, shares } from './measure.ts'
import { inBrowser, onServer, opened, readClock } from './ui-page.ts'

const SIZES = (process.env.LOUPE_BENCH_ENTRIES ?? '10000,100000').split(',').map(Number)
const ROUNDS = 15
/** Issue 5's goals at 10,000 entries, ms; at 100,000 at most double. */
const GOALS = { rows: 300, facet: 100, keystroke: 100, peek: 100, map: 500, pan: 16 }

type Measured = { what: string; goal: number; times: number[] }

/** The pages in a real browser on a started server over made-up entries: from an input to the frame that answers it. */
export async function run(): Promise<Bench> {
  return await inBrowser(async (browser) => {
    const figures: Figure[] = []
    const notMeasured: string[] = []
    for (const entries of SIZES) figures.push(...(await runOver(entries, browser, notMeasured)))
    return { name: 'ui', machine: `${machine()}, Chromium ${browser.version()}`, figures, notMeasured }
  })
}

async function runOver(entries: number, browser: Browser, notMeasured: string[]): Promise<Figure[]> {
  return await inFolder(async (dataPath) => {
    const startedAt = performance.now()
    await fillStore(dataPath, entries)
    console.error(`${entries} entries, filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
    return await onServer(dataPath, browser, async (page) => {
      const figures: Figure[] = []
      for (const measure of [firstRows, facetClick, keystroke, peek, mapPaint, mapPan])
        for (const measured of await measure(page).catch((error): Measured[] => {
          // One page that does not answer must not cost the figures of the others; the command still ends with 1.
          const what = `${entries} entries, ${measure.name}: ${error instanceof Error ? error.message : error}`
          console.error(`not measured: ${what}`)
          notMeasured.push(what)
          process.exitCode = 1
          return []
        })) {
          figures.push(asFigure(measured, entries))
          console.error(`${entries} entries, ${measured.what}: ${figures.at(-1)?.medianMs.toFixed(1)} ms`)
        }
      return figures
    })
  })
}

function asFigure({ what, goal, times }: Measured, entries: number): Figure {
  const againstMs = entries > 10_000 ? 2 * goal : goal
  const { p50Ms: medianMs, p95Ms, n } = shares(times)
  return {
    ...{ what: `${what}, ${entries} entries`, medianMs, p95Ms, n },
    minMs: times.length === 0 ? Number.NaN : Math.min(...times),
    against: entries > 10_000 ? 'twice the goal' : 'the goal',
    againstMs,
    ratio: medianMs / againstMs,
  }
}

/** From the start of the navigation to the first frame with a row of the table. */
async function firstRows(page: Page): Promise<Measured[]> {
  const times: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const took = await opened(page, '/memories?project=bench', hasRows)
    if (round >= 0) times.push(took)
  }
  return [{ what: 'first rows of /memories', goal: GOALS.rows, times }]
}

/** Every set of categories once, each a click away from the one before: no answer is in the browser yet. */
async function facetClick(page: Page): Promise<Measured[]> {
  const times: number[] = []
  await opened(page, '/memories?project=bench', hasRows)
  await page.waitForLoadState('networkidle')
  for (let step = 1; step <= ROUNDS; step++) {
    const bit = Math.log2(step & -step)
    const box = page.getByRole('checkbox', { name: new RegExp(CATEGORIES[bit] ?? '') }).first()
    await armOnCount(page, 'click')
    await box.locator('xpath=ancestor-or-self::label').first().click()
    times.push(await readClock(page))
  }
  return [{ what: 'facet click', goal: GOALS.facet, times }]
}

/** Digits of the numbered entries: each one typed leaves fewer, so that the answer can be seen to have come. */
async function keystroke(page: Page): Promise<Measured[]> {
  const shown: number[] = []
  const answered: number[] = []
  const searchField = page.getByRole('combobox', { name: 'Search the text' }).locator('visible=true').first()
  for (const text of ['123', '234', '345', '456', '567']) {
    await opened(page, '/memories?project=bench', hasRows)
    await page.waitForLoadState('networkidle')
    await searchField.focus()
    // The page waits for a pause in typing before it asks; that is counted too.
    for (const letter of text) {
      await armOnCount(page, 'keydown')
      await searchField.press(letter)
      answered.push(await readClock(page))
    }
    for (const letter of text) {
      await arm(page, 'keydown', hasTyped, await searchField.inputValue())
      await searchField.press(letter)
      shown.push(await readClock(page))
    }
  }
  return [
    { what: 'keystroke in the search, until it is shown', goal: GOALS.keystroke, times: shown },
    { what: 'keystroke in the search, until the list answers', goal: GOALS.keystroke, times: answered },
  ]
}

async function peek(page: Page): Promise<Measured[]> {
  const times: number[] = []
  await opened(page, '/memories?project=bench', hasRows)
  await page.waitForLoadState('networkidle')
  const title = page.locator('aside[aria-label="Peek"] h2')
  // The first J goes to the first row, which the peek shows already.
  await page.keyboard.press('j')
  await page.waitForTimeout(500)
  for (let round = -1; round < ROUNDS; round++) {
    await arm(page, 'keydown', hasPeeked, (await title.textContent()) ?? '')
    await page.keyboard.press('j')
    const took = await readClock(page)
    if (round >= 0) times.push(took)
    // A reader looks at it for a moment; the next ones are read ahead meanwhile.
    await page.waitForTimeout(150)
  }
  return [{ what: 'peek at the next entry (J)', goal: GOALS.peek, times }]
}

/** The first layout is made when it is asked for; the later ones are there. */
async function mapPaint(page: Page): Promise<Measured[]> {
  const first = await opened(page, '/memories/map?project=bench', hasMap)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    times.push(await opened(page, '/memories/map?project=bench', hasMap))
  return [
    { what: 'map, first paint with its layout still to be made', goal: GOALS.map, times: [first] },
    { what: 'map, first paint', goal: GOALS.map, times },
  ]
}

async function mapPan(page: Page): Promise<Measured[]> {
  await page.waitForLoadState('networkidle')
  const box = await page.getByTestId('map').boundingBox()
  if (!box) throw new Error('the map is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => (window as unknown as { bench: { watchFrames: () => void } }).bench.watchFrames())
  for (let step = 1; step <= 90; step++) await page.mouse.move(x + 200 * Math.sin(step / 12), y + step)
  const frames = await page.evaluate(() =>
    (window as unknown as { bench: { stop: () => { work: number[]; between: number[] } } }).bench.stop(),
  )
  await page.mouse.up()
  return [
    { what: 'map, work in a frame while panning', goal: GOALS.pan, times: frames.work },
    { what: 'map, time between frames while panning', goal: GOALS.pan, times: frames.between },
  ]
}

/** Starts the clock at the next event of that kind; `before` is handed to the condition. */
async function arm(
  page: Page,
  event: string,
  holds: (before: string) => boolean,
  before: string,
): Promise<void> {
  await page.evaluate(`bench.arm(${JSON.stringify(event)}, () => (${holds})(${JSON.stringify(before)}))`)
}

async function armOnCount(page: Page, event: string): Promise<void> {
  const before = await page.getByRole('grid').first().getAttribute('aria-rowcount')
  await arm(page, event, hasOtherCount, before ?? '')
}

// Conditions run in the browser: they stand alone.

function hasRows(): boolean {
  return document.querySelector('[role=grid] [role=row] [role=gridcell] a') !== null
}

function hasOtherCount(before: string): boolean {
  const grid = document.querySelector('[role=grid]')
  return (
    grid !== null &&
    grid.getAttribute('aria-rowcount') !== before &&
    grid.querySelector('[role=gridcell] a') !== null
  )
}

function hasTyped(before: string): boolean {
  return [...document.querySelectorAll('input[type=search]')].some(
    (field) => (field as HTMLInputElement).value.length > before.length,
  )
}

function hasPeeked(before: string): boolean {
  const aside = document.querySelector('aside[aria-label="Peek"]')
  const title = aside?.querySelector('h2')?.textContent ?? before
  return title !== before && aside?.querySelector('[role=status]') == null
}

function hasMap(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-testid=map]')
  if (!canvas || canvas.width === 0) return false
  const small = new OffscreenCanvas(48, 48).getContext('2d')
  small?.drawImage(canvas, 0, 0, 48, 48)
  return small?.getImageData(0, 0, 48, 48).data.some((value, n) => n % 4 === 3 && value > 0) ?? false
}
