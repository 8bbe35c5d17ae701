/** The server that the browser tests talk to: the built pages over a data folder that begins and ends with it. */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { become, dataDir, main } from '../scripts/boot/process.mjs'
import { bootstrap, build, prepareData, server } from '../scripts/bootstrap.mjs'

await main(async () => {
  const port = process.env.LOUPE_E2E_PORT
  if (!port) throw new Error('LOUPE_E2E_PORT is not set: playwright.config.ts starts this')
  await bootstrap(fileURLToPath(import.meta.url))
  await build()
  rmSync(dataDir, { recursive: true, force: true })
  await prepareData()
  await become(...server({ host: '127.0.0.1', port }))
  rmSync(dataDir, { recursive: true, force: true })
})
