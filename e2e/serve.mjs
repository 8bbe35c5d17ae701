/** The server that the browser tests talk to: the built pages over a data folder that begins and ends with it. */
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { become, dataDir, main } from '../scripts/boot/process.mjs'
import { bootstrap, build, prepareData, server } from '../scripts/bootstrap.mjs'

await main(async () => {
  const port = process.env.LOUPE_E2E_PORT
  if (!port) throw new Error('LOUPE_E2E_PORT is not set: playwright.config.ts starts this')
  await bootstrap(fileURLToPath(import.meta.url))
  await build()
  const sample = `${dataDir}-sample`
  for (const folder of [dataDir, sample]) rmSync(folder, { recursive: true, force: true })
  await prepareData()
  // For specs that start a server of their own: loading it takes seconds, copying it none.
  cpSync(dataDir, sample, { recursive: true })
  await become(...server({ host: '127.0.0.1', port }))
  for (const folder of [dataDir, sample]) rmSync(folder, { recursive: true, force: true })
})
