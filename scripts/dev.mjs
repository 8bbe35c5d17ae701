/** `npm run dev`: everything that `npm start` prepares, then Next's development server instead of a build. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bootstrap, childEnv, main, nextBin, prepareData, root } from './bootstrap.mjs'

await main(async () => {
  await bootstrap(fileURLToPath(import.meta.url), process.argv.slice(2))
  await prepareData()
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env
  const server = spawn(process.execPath, [nextBin, 'dev', '-H', HOST, '-p', PORT], {
    cwd: root,
    env: { ...childEnv(), NODE_ENV: 'development', HOST, PORT },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'))
  await new Promise((ended) => server.on('exit', ended))
})
