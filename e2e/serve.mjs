/** The server that the browser tests talk to: the built pages over a data folder that begins and ends with it. */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { become, childEnv, dataDir, main, SERVER_FLAGS } from '../scripts/boot/process.mjs'
import { bootstrap, build, prepareData } from '../scripts/bootstrap.mjs'

await main(async () => {
  const port = process.env.LOUPE_E2E_PORT
  if (!port) throw new Error('LOUPE_E2E_PORT is not set: playwright.config.ts starts this')
  await bootstrap(fileURLToPath(import.meta.url))
  await build()
  rmSync(dataDir, { recursive: true, force: true })
  await prepareData()
  await become(
    process.execPath,
    [
      ...SERVER_FLAGS,
      '--import',
      './scripts/leave-with-parent.mjs',
      'node_modules/next/dist/bin/next',
      'start',
      '-H',
      '127.0.0.1',
      '-p',
      port,
    ],
    { env: { ...childEnv(), HOST: '127.0.0.1', PORT: port } },
  )
  rmSync(dataDir, { recursive: true, force: true })
})
