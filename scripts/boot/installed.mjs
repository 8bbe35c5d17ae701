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
const usage = JSON.parse(readFileSync(join(root, 'usage.json'), 'utf8'))
const FROM_WHOLE = ['start', ...Object.keys(usage)]
const CALLED_AS = 'loupe-memory'
const home = resolve(process.env.LOUPE_HOME || join(homedir(), '.loupe'))

const HELP = `usage: ${CALLED_AS} COMMAND …; ${CALLED_AS} COMMAND --help says more
  audit [FOLDER]         the notes for agents in a repository: what is gone, repeated, risky
  compare BASE VARIANT   two result files, task by task
  start                  the pages, at http://127.0.0.1:3000 (PORT=3001 and LOUPE_DATA_DIR=… before it say otherwise)
  import PATH…           runs, notes or a memory of another product
  connect AGENT          an agent asks the memory as it works
  ${Object.keys(usage)
    .filter((one) => !['import', 'connect'].includes(one))
    .join(', ')}
audit and compare run as they are. The others install some 800 MB in ${home} first, once, over the network; the first start also builds the pages.`

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const isHelp = [name, ...args].some((word) => word === '--help' || word === '-h') || name === 'help'
  if (FROM_PACKAGE.includes(name)) {
    process.argv.splice(2, 1)
    await import(pathToFileURL(join(root, 'scripts', `${name}.js`)).href)
  } else if (isHelp) {
    process.stdout.write(usage[name] ?? `${HELP}\n`)
  } else if (FROM_WHOLE.includes(name)) {
    const whole = layOut()
    const script = name === 'start' ? ['start.mjs'] : ['command.mjs', name]
    process.exitCode = await become(
      process.execPath,
      [join(whole, 'scripts', script[0]), ...script.slice(1), ...args],
      {
        cwd: process.cwd(),
        env: {
          ...process.env,
          LOUPE_DATA_DIR: process.env.LOUPE_DATA_DIR || join(home, 'data'),
          LOUPE_CALLED_AS: CALLED_AS,
        },
      },
    )
  } else {
    throw new Stop(name === '' ? 'Which command?' : `There is no command named "${name}".`, HELP)
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
