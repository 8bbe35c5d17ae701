import type { Page } from '@playwright/test'
import { AUDIT_PAGES } from '../../components/frame/pages.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { inFolder, openBench } from './folder.ts'
import { type Bench, type Figure, machine, shares } from './measure.ts'
import { inBrowser, onServer, opened } from './ui-page.ts'

const INSTANCES = 500
const SEEDS = 3
const ARMS = ['vanilla', 'instance', 'global', 'raw', 'subtask']
/** Views of a page after its first one. */
const ROUNDS = 7
/** What is promised of a page over these runs, ms. */
const LIMIT_MS = 500

/** Every page of the audit in a real browser over 500 instances × 5 arms × 3 seeds and the sample: the first view of a started server, and later ones. */
export async function run(): Promise<Bench> {
  return await inBrowser(async (browser) => {
    const figures = await inFolder(async (dataPath) => {
      await fill(dataPath)
      return await onServer(dataPath, browser, async (page) => {
        // What every page needs once, the frame and its scripts, is no page's own.
        await opened(page, '/settings?project=sample', hasHeading)
        const figures: Figure[] = []
        for (const { label, path } of AUDIT_PAGES) figures.push(...(await figuresOf(page, label, path)))
        return figures
      })
    })
    return { name: 'audit', machine: `${machine()}, Chromium ${browser.version()}`, figures }
  })
}

/** The heading of a page answers first; its figures may follow. */
async function figuresOf(page: Page, label: string, path: string): Promise<Figure[]> {
  const address = `${path}?project=sample`
  const cold = await opened(page, address, hasHeading)
  const filledAt = await page.waitForFunction(hasFigures, undefined, { timeout: 120_000, polling: 20 })
  await filledAt.dispose()
  const filled = await page.evaluate(() => performance.now())
  const warm: number[] = []
  for (let round = 0; round < ROUNDS; round++) warm.push(await opened(page, address, hasFigures))
  return [
    asFigure(`${label}, first view: it answers`, [cold]),
    asFigure(`${label}, first view: its figures are there`, [filled]),
    asFigure(`${label}, later: its figures are there`, warm),
  ]
}

function asFigure(what: string, times: number[]): Figure {
  const { p50Ms: medianMs, p95Ms, n } = shares(times)
  console.error(`${what}: ${medianMs.toFixed(0)} ms`)
  return { what, medianMs, p95Ms, n, against: 'the limit', againstMs: LIMIT_MS, ratio: medianMs / LIMIT_MS }
}

/** The sample, and made-up runs as somebody would bring them in. */
async function fill(dataPath: string): Promise<void> {
  const loupe = await openBench(dataPath, (line) => console.error(line))
  await loupe.api.loadSample()
  const random = createRandom(7)
  for (const [a, arm] of ARMS.entries())
    for (let seed = 0; seed < SEEDS; seed++) {
      const rows = Array.from({ length: INSTANCES }, (_, i) =>
        JSON.stringify({
          ...{ instance_id: `repo${i % 12}__repo${i % 12}-${1000 + i}`, model: 'big-model', arm, seed },
          // One scaffold: without a name each file would be a setting of its own, and no arm have a twin.
          scaffold: 'one-agent',
          resolved: random() < 0.45 + 0.03 * a,
          cost: 0.4 + 0.1 * a + random() * 0.2,
          steps: 20 + Math.floor(random() * 40),
        }),
      )
      const bytes = Buffer.from(rows.join('\n'))
      const { setId } = await loupe.api.readResults({
        setId: null,
        fileName: `${arm}-${seed}.jsonl`,
        bytes,
      })
      await loupe.api.addRuns({ setId, by: 'bench' })
    }
  await loupe.close()
}

function hasHeading(): boolean {
  return document.querySelector('h1') !== null
}

function hasFigures(): boolean {
  const heading = document.querySelector('h1')
  return heading !== null && document.querySelector('.hatch-wide[role=status]') === null
}
