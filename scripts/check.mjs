/** `npm run check`: types, lint and format, arrows, unused code, a few rules of our own, then the unit tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingFromLock } from './boot/complete-lock.mjs'
import { childEnv, main, root, run, Stop, step } from './boot/process.mjs'
import { bootstrap } from './bootstrap.mjs'

const SOURCE_FOLDERS = ['app', 'components', 'lib', 'pages', 'scripts', 'e2e']

/** Name and check; a check gives back what is wrong, or nothing. */
export const checks = {
  'lint and format': () =>
    said('@biomejs/biome/bin/biome', 'check', '--max-diagnostics=20', '--error-on-warnings'),
  arrows,
  'unused code': () => said('knip/bin/knip.js', '--no-progress', '--no-config-hints'),
  'client code in its place': clientCode,
  'no mocked modules': noMocks,
  'lock file': lockFile,
  types: async () =>
    (await said('next/dist/bin/next', 'typegen')) ||
    said('typescript/bin/tsc', '--noEmit', '--pretty', 'false'),
}

/** Every import follows an arrow that is allowed, and none was overlooked. */
async function arrows() {
  const sources = sourceFiles()
  const { output } = await tool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--output-type',
    'json',
    ...new Set(sources.map((file) => file.split('/')[0])),
  )
  if (!output.startsWith('{')) return output
  const { modules, summary } = JSON.parse(output)
  // A parser that cannot read the sources cruises nothing and finds nothing wrong.
  const cruised = new Set(modules.map(({ source }) => source))
  const overlooked = sources.filter((file) => !cruised.has(file))
  if (overlooked.length > 0)
    return `${overlooked.length} of ${sources.length} source files were not followed:\n  ${overlooked.join('\n  ')}`
  const reason = Object.fromEntries(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]))
  return summary.violations
    .map(({ rule, from, to, via, cycle }) => {
      const way = (via ?? cycle)?.map((each) => each.name ?? each).join(' → ') ?? to
      return `${rule.name}: ${from} → ${way}\n  ${reason[rule.name]}`
    })
    .join('\n')
}

/** What runs in the browser lives in components; Next wants error pages to be client code as well. */
function clientCode() {
  return sourceFiles()
    .filter((file) => !/^components\/|^app\/(.*\/)?(global-)?error[.]tsx$/.test(file))
    .filter((file) => /^\s*['"]use client['"]/m.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file} says 'use client'; move that part to components/`)
    .join('\n')
}

/** The tests of a worker share their modules: one that is mocked would be mocked in the next file as well. */
function noMocks() {
  return sourceFiles()
    .filter(
      (file) =>
        /[.]test[.]/.test(file) && /\bvi[.](do)?[mM]ock\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    .map((file) => `${file} mocks a module; hand in what it needs, or set \`__loupe\` and take it away again`)
    .join('\n')
}

/** The lock file works on every platform and names no registry; package.json names exact versions. */
function lockFile() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies, devDependencies, optionalDependencies } = lock.packages['']
  const named = Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.startsWith('http'))
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+[.]\d+[.]\d+$/.test(version),
  )
  return [
    ...named.map(([path]) => `${path} names the registry it came from; keep .npmrc in force`),
    ...missingFromLock(lock).map(
      ({ name, wantedBy }) =>
        `${name} of ${wantedBy} is missing, so \`npm ci\` refuses: node scripts/boot/complete-lock.mjs`,
    ),
    ...loose.map(([name, version]) => `${name} is "${version}", not an exact version`),
  ].join('\n')
}

function sourceFiles() {
  const inFolders = SOURCE_FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      )
    } catch {
      return []
    }
  })
  return [...readdirSync(root), ...inFolders].filter(
    (file) => /[.](ts|tsx|mjs)$/.test(file) && !/^next-env|\/generated\//.test(file),
  )
}

/** What the tool said when it was not content. */
async function said(...command) {
  const { code, output } = await tool(...command)
  return code === 0 ? '' : output.trim() || `${command[0]} ended with exit code ${code}`
}

/** Runs a tool under this very Node, whatever the shell would find. */
export function tool(file, ...args) {
  return run(process.execPath, [join(root, 'node_modules', file), ...args], {
    env: { ...childEnv(), NODE_ENV: undefined, NO_COLOR: '1' },
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await bootstrap(fileURLToPath(import.meta.url), [], { tools: true })
    let failed = 0
    for (const [name, check] of Object.entries(checks)) {
      const wrong = await step(name, async () => check())
      if (wrong) process.stderr.write(`${wrong}\n`)
      failed += wrong ? 1 : 0
    }
    const unit = await step('unit tests', () => tool('vitest/vitest.mjs', 'run'))
    if (unit.code !== 0) process.stderr.write(unit.output)
    failed += unit.code === 0 ? 0 : 1
    if (failed)
      throw new Stop(
        `${failed} of ${Object.keys(checks).length + 1} checks found something.`,
        'Formatting and simple findings mend themselves: npx biome check --write',
      )
  })
}
