import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../boot/browser.ts'
import { startServer, tokenOf } from './bench-api.ts'

export async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--disable-dev-shm-usage'] })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Works with a page, its clock installed, of a server started over a data folder. */
export async function onServer<T>(
  dataPath: string,
  browser: Browser,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const server = await startServer(dataPath, await tokenOf(dataPath))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.url })
  try {
    const page = await context.newPage()
    await installClock(page)
    return await work(page)
  } finally {
    await context.close()
    await server.stop()
  }
}

/**
 * What runs in the browser for `bench ui`: a clock from an input event, or from the start of a navigation, to the first frame
 * in which a condition holds. The condition is asked once a frame, so a figure is exact to one frame.
 */
async function installClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Clock = { startedAt: number | null; held: number | null }
    const bench = {
      clock: null as Clock | null,
      frames: null as { workMs: Map<number, number>; at: number[] } | null,
      /** From the next `event` (null: from the navigation's start) until `holds` is true, and that frame is done. */
      arm(event: string | null, holds: () => boolean) {
        const clock: Clock = { startedAt: event === null ? 0 : null, held: null }
        bench.clock = clock
        if (event !== null)
          addEventListener(
            event,
            (input) => {
              clock.startedAt = input.timeStamp
            },
            { capture: true, once: true },
          )
        const look = () => {
          if (bench.clock !== clock) return
          if (clock.startedAt === null || !holds()) ask(look)
          else {
            // The message arrives after the frame was handed to the compositor.
            const channel = new MessageChannel()
            channel.port1.onmessage = () => {
              clock.held = performance.now() - (clock.startedAt ?? 0)
            }
            channel.port2.postMessage(null)
          }
        }
        ask(look)
      },
      /** Notes each frame and the time its callbacks take, until `stop`. */
      watchFrames() {
        bench.frames = { workMs: new Map(), at: [] }
      },
      stop() {
        const frames = bench.frames
        bench.frames = null
        const between = (frames?.at ?? []).flatMap((at, n, all) => (n === 0 ? [] : [at - (all[n - 1] ?? at)]))
        return { work: [...(frames?.workMs.values() ?? [])], between }
      },
    }
    const ask = requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) =>
      ask((at) => {
        const startedAt = performance.now()
        callback(at)
        const { frames } = bench
        if (!frames) return
        if (!frames.workMs.has(at)) frames.at.push(at)
        frames.workMs.set(at, (frames.workMs.get(at) ?? 0) + performance.now() - startedAt)
      })
    Object.assign(window, { bench })
  })
}

/** Milliseconds until what was armed held. */
export async function readClock(page: Page, timeout = 120_000): Promise<number> {
  const held = await page.waitForFunction(
    () => (window as unknown as { bench: { clock: { held: number | null } } }).bench.clock.held,
    undefined,
    { timeout, polling: 50 },
  )
  return Number(await held.jsonValue())
}

/** Opens a page and says how long after the start of the navigation a condition first held. */
export async function opened(page: Page, path: string, holds: () => boolean): Promise<number> {
  const script = await page.addInitScript(`bench.arm(null, ${holds})`)
  try {
    await page.goto(path, { waitUntil: 'commit' })
    return await readClock(page)
  } finally {
    await script.dispose()
  }
}
