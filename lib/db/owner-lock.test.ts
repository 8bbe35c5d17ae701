import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './fixtures/test-store.ts'
import { findOwnerAddress, tryOwn } from './owner-lock.ts'

it('gives a folder to one process only', () => {
  const folder = temporaryFolder()
  const lock = tryOwn(folder)
  expect(tryOwn(folder)).toBeNull()
  lock?.release()
  const again = tryOwn(folder)
  expect(again).not.toBeNull()
  again?.release()
})

it('announces where the owner listens, readable by the person alone', () => {
  const folder = temporaryFolder()
  const lock = tryOwn(folder)
  lock?.announce({ pid: 1, url: 'http://127.0.0.1:3000', token: 't', startedAt: '2026-01-01T00:00:00.000Z' })
  expect(findOwnerAddress(folder)?.token).toBe('t')
  expect(statSync(join(folder, 'server.json')).mode & 0o777).toBe(0o600)
  lock?.release()
  expect(findOwnerAddress(folder)).toBeNull()
})

it('is free again when its owner was killed', async () => {
  const folder = temporaryFolder()
  const script = `import { tryOwn } from ${JSON.stringify(join(process.cwd(), 'lib/db/owner-lock.ts'))}
    tryOwn(${JSON.stringify(folder)}); console.log('mine'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(tryOwn(folder)).toBeNull()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  const lock = tryOwn(folder)
  expect(lock).not.toBeNull()
  lock?.release()
})
