/** A really started server for a bench: the built pages over the data folder it is given, as `npm start` serves them. */
import { fileURLToPath } from 'node:url'
import { become, childEnv, main } from '../boot/process.mjs'
import { bootstrap, build } from '../bootstrap.mjs'

await main(async () => {
  const port = process.env.PORT
  await bootstrap(fileURLToPath(import.meta.url))
  await build()
  const next = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', port]
  await become(process.execPath, ['--import', './scripts/leave-with-parent.mjs', ...next], {
    env: { ...childEnv(), HOST: '127.0.0.1', PORT: port },
  })
})
