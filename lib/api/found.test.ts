import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const loupe = sampleForAll()
const home = process.env.HOME

beforeAll(() => {
  process.env.HOME = mkdtempSync(join(tmpdir(), 'home-'))
  const folder = join(process.env.HOME, '.codex/sessions/2026')
  mkdirSync(folder, { recursive: true })
  cpSync('lib/ingest/fixtures/layouts/codex-rollout-jsonl.jsonl', join(folder, 'rollout-a.jsonl'))
})
afterAll(() => {
  process.env.HOME = home
})

it('a session found on this machine is counted, listed and brought in when asked, by its owner only', async () => {
  const { api } = loupe()
  const found = await api.foundRuns()
  expect(found).toMatchObject([{ agent: 'codex', sessionCount: 1, unread: null }])
  const [file] = await api.foundFiles({ agent: 'codex' })
  const asked = { agent: 'codex' as const, path: file?.path ?? '', project: 'mine' }
  expect(await api.importFound({ ...asked, dryRun: true })).toMatchObject([
    { status: 'recognised', steps: 2 },
  ])
  expect(await api.importFound(asked)).toMatchObject([
    { status: 'imported', file: '2026/rollout-a.jsonl', format: 'codex-rollout-jsonl' },
  ])
  expect(await api.importFound(asked)).toMatchObject([{ status: 'present' }])
  await expect(api.importFound({ ...asked, path: '../auth.json' })).rejects.toMatchObject({
    code: 'not-found-here',
  })
})
