/** A really started server for a bench: the built pages over the data folder it is given, as `npm start` serves them. */
import { fileURLToPath } from 'node:url'
import { become, main } from '../boot/process.mjs'
import { bootstrap, build, server } from '../bootstrap.mjs'

await main(async () => {
  await bootstrap(fileURLToPath(import.meta.url))
  await build()
  await become(...server({ host: '127.0.0.1', port: process.env.PORT }))
})
