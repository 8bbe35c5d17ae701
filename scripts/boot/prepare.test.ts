import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
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
