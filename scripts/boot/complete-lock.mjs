/**
 * A registry may not offer the builds that some packages ship for other platforms. `npm install` then leaves them
 * out of the lock file without a word, and `npm ci` refuses it later. This puts them back, by name: a platform that
 * wants one asks its own registry. Run it after changing dependencies: node scripts/boot/complete-lock.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './process.mjs'

const lockFile = join(root, 'package-lock.json')

/** Optional packages that an entry of the lock file asks for and that have no entry themselves. */
export function missingFromLock({ packages }) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev, devOptional }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => /^\d/.test(version) && !isInLock(packages, path, name))
      .map(([name, version]) => ({ name, version, wantedBy: path, dev, devOptional })),
  )
}

/** Node's own way to look a package up, from the folder that asks to the root. */
function isInLock(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

/** Such packages are named after their platform: `@next/swc-win32-x64-msvc`, `@tailwindcss/oxide-wasm32-wasi`. */
function platformOf(name) {
  const find = (words) => words.find((word) => name.split(/[-/]/).includes(word))
  const os = find(['darwin', 'win32', 'linux', 'android', 'freebsd', 'openharmony', 'aix', 'sunos'])
  const cpu = find(['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'])
  if (!cpu) throw new Error(`${name} does not say its platform; write its entry by hand`)
  const libc = os === 'linux' && (name.includes('musl') ? 'musl' : 'glibc')
  return { ...(os && { os: [os] }), cpu: [cpu], ...(libc && { libc: [libc] }) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
  const missing = missingFromLock(lock)
  for (const { name, version, dev, devOptional } of missing) {
    lock.packages[`node_modules/${name}`] = { version, ...platformOf(name), dev, devOptional, optional: true }
  }
  const byPath = ([a], [b]) => (a < b ? -1 : 1)
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath))
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
  console.error(`${missing.length} entries put back`)
}
