/** The server that the browser tests talk to: the built pages over a data folder that begins and ends with it. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  build,
  childEnv,
  dataDir,
  generateClient,
  main,
  nextBin,
  prepareData,
  root,
} from '../scripts/bootstrap.mjs'

await main(async () => {
  const port = process.env.LOUPE_E2E_PORT
  if (!port) throw new Error('LOUPE_E2E_PORT is not set: this is started by playwright.config.ts')
  await generateClient()
  await build()
  rmSync(dataDir, { recursive: true, force: true })
  await prepareData()

  const server = spawn(
    process.execPath,
    [
      '--import',
      join(root, 'scripts/leave-with-parent.mjs'),
      nextBin,
      'start',
      '-H',
      '127.0.0.1',
      '-p',
      port,
    ],
    {
      cwd: root,
      env: { ...childEnv(), HOST: '127.0.0.1', PORT: port },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'))
  await new Promise((ended) => server.on('exit', ended))
  rmSync(dataDir, { recursive: true, force: true })
})
