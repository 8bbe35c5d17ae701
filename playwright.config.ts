import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/boot/browser.ts'
import { freePort } from './scripts/boot/free-port.ts'
import { scratchFolder } from './scripts/boot/scratch.ts'

process.env.TMPDIR = scratchFolder()
// Chosen once and handed to the workers and the server through the environment.
process.env.LOUPE_E2E_PORT ??= String(await freePort())
const port = process.env.LOUPE_E2E_PORT
// A folder of its own, never the one a person works in. Scripts that a spec runs find it here too.
process.env.LOUPE_DATA_DIR = join(tmpdir(), `loupe-e2e-${port}`)

// Each takes half a minute or more, most of it with a server of its own: begun last, one of them ends alone.
const LONG = /(first-start|settings|killed-server|select-all)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'all others', testIgnore: LONG },
  ],
  forbidOnly: !!process.env.CI,
  // Further tries keep a busy machine from failing a build; `npm test` prints how many needed one.
  retries: process.env.CI ? 2 : 0,
  workers: 2,
  // Twice what the longest journey needs on two busy cores.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Recording every test in case it fails costs a fifth of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" e2e/serve.mjs`,
    url: `http://127.0.0.1:${port}`,
    reuseExistingServer: false,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
