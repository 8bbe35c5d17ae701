/**
 * `npm test`: everything, from a fresh clone. Two things at a time, as two cores can do: the build and then the types, which it
 * writes some of; beside them the other checks and the unit tests. The browser tests, which keep both busy alone, come last.
 * The last line is the sum over all of it; installing, building and each check count as one test.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnv, main, root, run, Stop, step } from './boot/process.mjs'
import { bootstrap, build } from './bootstrap.mjs'

const LONGEST_SUITE_MS = 20 * 60_000
const NOTHING = { passed: 0, failed: 0, skipped: 0 }
const scratch = mkdtempSync(join(tmpdir(), 'loupe-test-'))
const total = { ...NOTHING }

await main(async () => {
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
  if (await holds(() => bootstrap(fileURLToPath(import.meta.url), [], { tools: true }))) {
    const { types, ...others } = (await import('./check.mjs')).checks
    const [isBuilt] = await Promise.all([buildAndTypes(types), checksAndUnitTests(others)])
    if (isBuilt) await browserTests()
  }
  const { passed, failed, skipped } = total
  process.stdout.write(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
  process.exit(failed > 0 ? 1 : 0)
})

async function buildAndTypes(types) {
  const isBuilt = await holds(build)
  await holds(() => step('types', types))
  return isBuilt
}

async function checksAndUnitTests(checks) {
  for (const [name, check] of Object.entries(checks)) await holds(() => step(name, async () => check()))
  await suite('unit tests', ['vitest/vitest.mjs', 'run'], countVitest, {
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  })
}

async function browserTests() {
  if (!(await holds(obtainBrowser))) return
  await suite('browser tests', ['@playwright/test/cli.js', 'test', '--reporter=list,json'], countPlaywright)
}

/** Counts one test: `check` gives back what is wrong, or throws, or neither. */
async function holds(check) {
  let wrong
  try {
    wrong = await check()
  } catch (error) {
    wrong = error instanceof Stop ? [error.message, error.hint].filter(Boolean).join('\n') : error.stack
  }
  if (wrong) process.stderr.write(`${wrong}\n`)
  total[wrong ? 'failed' : 'passed'] += 1
  return !wrong
}

/** Runs a test runner, shows what it said, and counts what it reported. */
async function suite(name, [file, ...args], count, extraEnv = {}) {
  const report = join(scratch, `${name}.json`)
  const env = {
    ...childEnv(),
    NODE_ENV: undefined,
    // Never the memories of the person who runs the tests.
    LOUPE_DATA_DIR: join(scratch, 'data'),
    VITEST_JSON: report,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...extraEnv,
  }
  const { code, output } = await step(name, () =>
    run(process.execPath, [join(root, 'node_modules', file), ...args], { env, timeout: LONGEST_SUITE_MS }),
  )
  process.stderr.write(`${output.trim()}\n`)
  const counted = count(readReport(report)) ?? { ...NOTHING }
  // A runner that broke down, or an error outside every test.
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  for (const key of Object.keys(total)) total[key] += counted[key]
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function countVitest(report) {
  if (!report) return null
  const unreadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unreadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function countPlaywright(report) {
  if (!report) return null
  const { stats, errors } = report
  if (stats.flaky) process.stderr.write(`! ${stats.flaky} browser tests passed only at the second try\n`)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/** A Chromium that starts: one that is there, else Playwright's download, else Debian's package. */
async function obtainBrowser() {
  const { findChromium, starts } = await import('./boot/browser.ts')
  const playwright = (...args) =>
    run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), ...args], {
      timeout: 5 * 60_000,
    })
  const apt = (...args) =>
    run('apt-get', args, { env: { ...childEnv(), DEBIAN_FRONTEND: 'noninteractive' }, timeout: 10 * 60_000 })
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
  const ways = {
    'downloading a browser': () => playwright('install', 'chromium'),
    ...(isDebianRoot && {
      "installing the browser's libraries": () => findChromium() && playwright('install-deps', 'chromium'),
      'installing the chromium-headless-shell package': async () => {
        await apt('update')
        return await apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
      },
      'installing the chromium package': () => apt('install', '-y', '--no-install-recommends', 'chromium'),
    }),
  }
  for (const way of [null, ...Object.entries(ways)]) {
    if (way) await step(...way)
    const found = findChromium()
    if (!found || !starts(found)) continue
    process.env.CHROMIUM_PATH = found
    return
  }
  throw new Stop(
    'The browser tests need Chromium, and none could be found or installed.',
    'Run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to the Chromium or Chrome that you have.',
  )
}
