/**
 * `npm run import|retrieve|… -- …`: makes sure that what a bare `npm install` leaves undone is done, then becomes
 * scripts/<name>.ts. Only that script writes to stdout, and its exit code is ours.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bootstrap, childEnv, main, root, Stop } from './bootstrap.mjs'

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const script = join(root, 'scripts', `${name}.ts`)
  if (!/^[a-z-]+$/.test(name) || !existsSync(script)) {
    throw new Stop(`There is no door named "${name}".`, 'Run `npm run` for the list.')
  }
  await bootstrap(fileURLToPath(import.meta.url), process.argv.slice(2))

  // npm moves to the project's folder; paths on the command line are meant from where the person stands.
  const cwd = process.env.npm_lifecycle_event === name ? process.env.INIT_CWD : undefined
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...childEnv(), NODE_ENV: process.env.NODE_ENV },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise((done) => child.on('exit', (code) => done(code ?? 1)))
})
