/**
 * `npm run import|retrieve|… -- …`: makes sure that what a bare `npm install` leaves undone is done, then becomes
 * scripts/<name>.ts. Only that script writes to stdout, and its exit code is ours.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { become, childEnv, main, root, SCRIPT_FLAGS, Stop } from './boot/process.mjs'
import { bootstrap } from './bootstrap.mjs'

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const script = join(root, 'scripts', `${name}.ts`)
  if (!/^[a-z-]+$/.test(name) || !existsSync(script)) {
    throw new Stop(`There is no command named "${name}".`, 'Run `npm run` for the list.')
  }
  await bootstrap(fileURLToPath(import.meta.url), process.argv.slice(2), { tools: name === 'bench' })

  // Killed outright, this process must not leave one behind that goes on importing.
  const preload = ['--import', pathToFileURL(join(root, 'scripts/boot/leave-with-parent.mjs')).href]
  process.exitCode = await become(process.execPath, [...SCRIPT_FLAGS, ...preload, script, ...args], {
    // npm moves to the project's folder; paths on the command line are meant from where the person stands.
    cwd: process.env.npm_lifecycle_event === name ? process.env.INIT_CWD : process.cwd(),
    env: { ...childEnv(), NODE_ENV: process.env.NODE_ENV },
  })
})
