/** `npm run dev`: everything that `npm start` prepares, then Next's development server instead of a build. */
import { fileURLToPath } from 'node:url'
import { bootstrap, prepareData } from '../bootstrap.mjs'
import { readAddress, requireFree } from './address.mjs'
import { become, childEnv, DEV_SERVER_FLAGS, main } from './process.mjs'

await main(async () => {
  const { host, port } = readAddress(process.env)
  await requireFree({ host, port })
  await bootstrap(fileURLToPath(import.meta.url))
  await prepareData()
  await become(
    process.execPath,
    [...DEV_SERVER_FLAGS, 'node_modules/next/dist/bin/next', 'dev', '-H', host, '-p', `${port}`],
    {
      env: { ...childEnv(), NODE_ENV: 'development', HOST: host, PORT: `${port}` },
    },
  )
})
