import type { Page } from '@playwright/test'

/** As high as a finger is wide, px. */
export const LEAST_PX = 44

/**
 * What is to be pressed and is lower than a finger is wide. A link inside of running text is none (WCAG 2.5.8 lets it be), a box
 * inside of its label is as large as that, and marks of a figure are as large as what they draw: the page reaches the same elsewhere.
 */
export async function tooLow(page: Page): Promise<string[]> {
  return await page.evaluate((least) => {
    const wanted =
      'a[href], button, [role=button], [role=tab], [role=menuitem], input, select, textarea, summary'
    const all = [...document.querySelectorAll<HTMLElement>(wanted)]
    const inSentence = (one: HTMLElement) => {
      if (getComputedStyle(one).display !== 'inline') return false
      let block = one.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      if (!block) return false
      const copy = block.cloneNode(true) as HTMLElement
      for (const inner of copy.querySelectorAll(`${wanted}, .sr-only`)) inner.remove()
      return /\p{L}{2}/u.test(copy.textContent ?? '')
    }
    /** How far up and down of its middle a press still means it: what it draws around itself counts, what covers it does not. */
    const reach = (one: HTMLElement) => {
      one.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = one.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const means = (at: number) => one.contains(document.elementFromPoint(x, at))
      let [up, down] = [0, 0]
      while (up < least && means(y - up - 1)) up++
      while (down < least && means(y + down + 1)) down++
      return up + down
    }
    return all.flatMap((one) => {
      // A row of the table of memories hears the press wherever it is; a box is as large as its label.
      const target = one.closest(one.matches('input, select') ? 'label' : '[data-place]') ?? one
      const { width, height } = target.getBoundingClientRect()
      const own = one.getBoundingClientRect()
      if (own.width <= 1 || own.height <= 1 || !one.checkVisibility({ visibilityProperty: true })) return []
      if (one.closest('[inert], [aria-hidden=true], figure')) return []
      // In this order: most are high enough by themselves, and what they reach is asked of the layout pixel by pixel.
      if (Math.max(height, own.height) >= least - 0.5 || inSentence(one) || reach(one) >= least - 0.5)
        return []
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40)
      return [`${Math.round(width)} × ${Math.round(height)} <${one.tagName.toLowerCase()}> ${name}`]
    })
  }, LEAST_PX)
}
