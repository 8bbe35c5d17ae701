/** Draws the pictures in public/ and app/apple-icon.png from app/icon.svg and the tokens of the look: `node scripts/make/draw-public.ts`, after either has changed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../boot/browser.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const icon = readFileSync(join(root, 'app/icon.svg'), 'utf8')
const [tokens = ''] = readFileSync(join(root, 'app/globals.css'), 'utf8').match(/:root \{[\s\S]*?\n\}/) ?? []
const font = readFileSync(join(root, 'node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2'))

const browser = await chromium.launch({ executablePath: findChromium() })
const page = await browser.newPage({ colorScheme: 'light' })

/** Draws a body as a PNG; light, whatever the machine prefers. */
async function draw(name: string, [width, height]: [number, number], body: string): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.setContent(`<!doctype html><style>
    @font-face { font-family: Geist; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 100 900 }
    ${tokens}
    * { box-sizing: border-box; margin: 0 }
    body { width: ${width}px; height: ${height}px; background: var(--surface); color: var(--text); font-family: Geist; overflow: hidden }
    svg { display: block }
  </style>${body}`)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(root, name) })
}

/** The glyph in the middle with room around it: a system may cut the corners off, down to a circle of four fifths. */
for (const [name, size] of [
  ['public/icon-192.png', 192],
  ['public/icon-512.png', 512],
  ['app/apple-icon.png', 180],
] as const)
  await draw(
    name,
    [size, size],
    `<div style="display: grid; place-items: center; height: 100%"><div style="width: 56%">${icon}</div></div>`,
  )

/** What Loupe shows before anything else: all that is stored, the four categories, the wall, and the one that is chosen. No number: none would be true of every store. */
const FUNNEL = `<svg width="1040" height="210" viewBox="0 0 1040 210">
  <path d="M0 0 H250 C285 0 285 22 320 22 H470 V180 H0 Z" fill="var(--hairline-strong)"/>
  <g style="opacity: .5; stroke: none">
    <rect x="470" y="22" width="230" height="30" fill="var(--verify)"/>
    <rect x="470" y="54" width="230" height="40" fill="var(--edit)"/>
    <rect x="470" y="96" width="230" height="44" fill="var(--analyze)"/>
  </g>
  <path d="M470 142 H880 C930 142 930 176 975 176 V180 H470 Z" fill="var(--reproduce)"/>
  <path d="M700 0 V198" stroke="var(--text)" stroke-width="3"/>
  <circle cx="1000" cy="176" r="24" fill="var(--surface)" stroke="var(--text)" stroke-width="3"/>
  <path d="m1000 165 12 20 h-24 Z" fill="var(--reproduce)"/>
</svg>`

const MARKS = [
  ['analyze', 'ANALYZE', '<circle cx="9" cy="9" r="8"/>'],
  ['reproduce', 'REPRODUCE', '<path d="m9 1 9 16 H0 Z"/>'],
  ['edit', 'EDIT', '<path d="M1 1 H17 V17 H1 Z"/>'],
  ['verify', 'VERIFY', '<path d="m9 0 9 9 -9 9 -9 -9 Z"/>'],
]
  .map(
    ([token, name, shape]) =>
      `<span style="display: flex; align-items: center; gap: 10px; color: var(--${token}-text)"><svg width="18" height="18" fill="var(--${token})">${shape}</svg>${name}</span>`,
  )
  .join('')

await draw(
  'public/social.png',
  [1200, 630],
  `<div style="padding: 64px 80px">
    <div style="display: flex; align-items: center; gap: 18px; font-size: 40px; font-weight: 500"><div style="width: 44px">${icon}</div>Loupe</div>
    <p style="margin-top: 40px; font-size: 50px; line-height: 62px; letter-spacing: -.02em; font-weight: 500">A memory explorer for<br>software-engineering agents</p>
    <div style="margin-top: 44px">${FUNNEL}</div>
    <div style="margin-top: 12px; display: flex; gap: 40px; font-size: 20px">${MARKS}</div>
  </div>`,
)
await browser.close()
