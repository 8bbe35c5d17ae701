import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isReady } from '../../lib/db/migrate.ts'
import { openTestLoupe } from '../../lib/fixtures/open-test-loupe.ts'

it('a second server on a folder says where the first one runs, and nothing else', async () => {
  const loupe = await openTestLoupe()
  const server = createServer((_, answer) => answer.end('{}'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    server.close()
    await loupe.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  loupe.announce(url)
  const env = { ...process.env, LOUPE_DATA_DIR: loupe.dataPath }
  const child = spawn(process.execPath, ['scripts/boot/prepare.ts'], { env })
  let said = ''
  child.stderr.on('data', (piece) => {
    said += piece
  })
  const code = await new Promise((ended) => child.once('close', ended))
  expect(said.trim().split('\n')).toEqual([
    `✗ A Loupe is running on ${loupe.dataPath} already: ${url}`,
    '  Open that one, stop it, or set LOUPE_DATA_DIR to another folder.',
  ])
  expect(code).toBe(1)
})

it('a folder is ready when nobody has it, its keys are closed, no migration waits and the sample was offered', async () => {
  const loupe = await openTestLoupe()
  const { dataPath } = loupe
  const ready = (migrations = 'prisma/migrations') => isReady(dataPath, migrations)
  expect(ready()).toBe(false) // somebody has it
  await loupe.close()
  expect(ready()).toBe(false) // no sample was offered
  const again = await openTestLoupe(dataPath)
  await again.api.removeSample()
  await again.close()
  expect(ready()).toBe(true)
  const newer = join(dataPath, 'newer')
  cpSync('prisma/migrations', newer, { recursive: true })
  cpSync(join(newer, readdirSync(newer).toSorted()[0] ?? ''), join(newer, '99990101000000_next'), {
    recursive: true,
  })
  expect(ready(newer)).toBe(false)
  chmodSync(join(dataPath, 'token'), 0o644)
  expect(ready()).toBe(false)
})

/** What a start says while it prepares the data of this folder. */
function saidAtStart(dataPath: string): string {
  const start = "import('./scripts/bootstrap.mjs').then(({ prepareData }) => prepareData())"
  const env = { ...process.env, LOUPE_DATA_DIR: dataPath }
  const { status, stderr } = spawnSync(process.execPath, ['-e', start], { env, encoding: 'utf8' })
  expect(status).toBe(0)
  return stderr
}

it('a start says which token or key it replaced, and nothing where all is as it was', async () => {
  const loupe = await openTestLoupe()
  const token = join(loupe.dataPath, 'token')
  const key = join(loupe.dataPath, 'suppression.key')
  await loupe.api.removeSample() // nothing is to be loaded
  await loupe.close()
  const quiet = /^· preparing the data …\n(?: {2}still .*\n)*✓ preparing the data, [\d.]+ s\n$/
  expect(saidAtStart(loupe.dataPath)).toMatch(quiet)
  chmodSync(token, 0o644)
  expect(saidAtStart(loupe.dataPath)).toContain(`the token in ${token} was open to other users: a new one`)
  rmSync(key)
  const said = saidAtStart(loupe.dataPath)
  expect(said).toContain(`The key in ${key} was missing: a new one was made.`)
  expect(said).toContain('No lesson was purged here, so none can come back.')
  expect(saidAtStart(loupe.dataPath)).toMatch(quiet)
})
