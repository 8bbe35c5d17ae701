import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

/** Every form a page is looked at in; dark follows light at the same width, so that only colours have changed. */
const FORMS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const
export type Form = (typeof FORMS)[number]

/** The rules of axe that ask how a page looks; the others ask what it is made of. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

/** axe finds nothing wrong with the page as it is now. Loaded once a page: no page of ours has a frame to look into. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (only) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    const found = await loaded.run({ resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) })
    return found.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ target }) => target.join(' ')),
    }))
  }, rules)
  const found = violations.map(({ id, help, at }) => `${id}: ${help}\n  ${at.join('\n  ')}`)
  const { width } = page.viewportSize() ?? {}
  expect(found, `axe on ${page.url()}, ${width} px`).toEqual([])
}

/**
 * axe finds nothing wrong with the page as it is now, light and dark, wide and on a phone, and nothing is wider than the phone.
 * The page is loaded once and changed in place. All rules hold where a form renders markup that no form before it had;
 * otherwise those that ask how it looks. `also` is asked in each form; the page is as it was in the end.
 */
export async function expectAccessibleInEveryForm(
  page: Page,
  also: (form: Form) => Promise<void> = async () => {},
): Promise<void> {
  const asBefore = page.viewportSize()
  const looked = new Set<string>()
  for (const form of FORMS) {
    const { colorScheme, ...size } = form
    // Without motion: a colour on its way from one theme to the other is no colour of ours.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await settled(page)
    const markup = await renderedMarkup(page)
    await expectAccessible(page, looked.has(markup) ? LOOKS : undefined)
    looked.add(markup)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await also(form)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (asBefore) await page.setViewportSize(asBefore)
}

/** The page hears keys, nothing of it says that it is still loading or fades, and its last change is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      'hearsKeys' in window &&
      !document.querySelector('[aria-busy=true], .appear-late') &&
      !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running'),
  )
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  )
}

/** What is rendered now: every visible element with what a rule may ask about it, without its words. */
async function renderedMarkup(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const said = /^(role|aria-(?!label$)|alt$|type$|tabindex$|href$|for$|disabled$|hidden$|inert$)/
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const attributes = one
          .getAttributeNames()
          .filter((name) => said.test(name))
          .map((name) => (name === 'href' ? name : `${name}=${one.getAttribute(name)}`))
        return [one.tagName, ...attributes].join(' ')
      })
      .join('\n')
  })
}
