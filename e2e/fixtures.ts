import { test as base, expect, type Page } from '@playwright/test'

/**
 * Every spec imports `test` from here. `complaints` gathers what a page says against itself, whichever page of
 * the context it is: refusals of its own Content-Security-Policy and errors nobody caught (React reports a failed
 * hydration as one). There must be none when the test ends. A page that was opened or read again is alive: what is pressed
 * before that is pressed for nobody.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      await context.exposeBinding('complain', (_source, text: string) => complaints.push(text))
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { complain } = window as unknown as { complain: (text: string) => void }
          const place = `${location.pathname}, ${event.sourceFile || 'inline'}:${event.lineNumber}`
          complain(`CSP ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample} (${place})`)
        })
      })
      // All keys of our pages go through one listener, which is there once the page is alive: `settled` looks for it.
      await context.addInitScript(() => {
        const listen = window.addEventListener
        window.addEventListener = (...args: Parameters<typeof listen>) => {
          if (args[0] === 'keydown') Object.assign(window, { hearsKeys: true })
          listen.apply(window, args)
        }
      })
      context.on('page', aliveOnceOpen)
      context.on('weberror', (webError) => complaints.push(String(webError.error())))
      await use(complaints)
      expect(complaints, 'what the page complained about').toEqual([])
    },
    { auto: true },
  ],
})

function aliveOnceOpen(page: Page): void {
  const alive = async <T>(opened: T): Promise<T> => {
    await page.waitForFunction(() => 'hearsKeys' in window)
    return opened
  }
  const { goto, reload } = page
  page.goto = async (...args) => alive(await goto.apply(page, args))
  page.reload = async (...args) => alive(await reload.apply(page, args))
}

export { expect }
