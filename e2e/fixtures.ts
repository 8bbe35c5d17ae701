import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/**
 * Every spec imports `test` from here. `complaints` gathers what a page says against itself, whichever page of
 * the context it is: refusals of its own Content-Security-Policy and errors nobody caught (React reports a failed
 * hydration as one). There must be none when the test ends.
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
      context.on('weberror', (webError) => complaints.push(String(webError.error())))
      await use(complaints)
      expect(complaints, 'what the page complained about').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export const THEMES = ['light', 'dark'] as const

/** axe finds nothing wrong with the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.target.join(' ')).join('\n  ')}`,
  )
  expect(found, `axe on ${page.url()}`).toEqual([])
}
