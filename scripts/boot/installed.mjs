#!/usr/bin/env node
/**
 * `loupe-memory NAME …` of the installed package: audit and compare run from the package itself; the others first lay the
 * whole of Loupe out in LOUPE_HOME, where its own bootstrap installs what it needs. The memory stays there between versions.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { become, main, root, Stop } from './process.mjs'

const FROM_PACKAGE = ['audit', 'compare']
const FROM_WHOLE = ['start', 'import', 'connect']
const home = resolve(process.env.LOUPE_HOME || join(homedir(), '.loupe'))

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  if (FROM_PACKAGE.includes(name)) {
    process.argv.splice(2, 1)
    await import(pathToFileURL(join(root, 'scripts', `${name}.js`)).href)
  } else if (FROM_WHOLE.includes(name)) {
    const whole = layOut()
    const script = name === 'start' ? ['start.mjs'] : ['command.mjs', name]
    process.exitCode = await become(
      process.execPath,
      [join(whole, 'scripts', script[0]), ...script.slice(1), ...args],
      {
        cwd: process.cwd(),
        env: { ...process.env, LOUPE_DATA_DIR: process.env.LOUPE_DATA_DIR || join(home, 'data') },
      },
    )
  } else {
    throw new Stop(
      name === '' ? 'Which command?' : `There is no command named "${name}".`,
      `loupe-memory ${[...FROM_PACKAGE, ...FROM_WHOLE].join('|')} …\n${FROM_PACKAGE.join(' and ')} run as they are; the others install 1 to 2 GB in ${home} first.`,
    )
  }
})

/** The sources of Loupe outside node_modules, where Node runs TypeScript; once a version. */
function layOut() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folder = join(home, `app-${version}`)
  const isWhole = join(folder, '.laid-out')
  if (existsSync(isWhole)) return folder
  const files = JSON.parse(gunzipSync(readFileSync(join(root, 'whole.json.gz'))).toString())
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), Buffer.from(text, 'base64'))
  }
  writeFileSync(isWhole, '')
  return folder
}
