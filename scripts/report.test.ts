import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { copySample } from '../lib/fixtures/open-test-loupe.ts'

it('writes the same bytes twice: every page of the audit, nothing from outside, each file named by its hash', async () => {
  const dataPath = temporaryFolder()
  await copySample(dataPath)
  const run = () => {
    const out = temporaryFolder()
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        resolve('scripts/report.ts'),
        '--project',
        'sample',
        '--out',
        out,
      ],
      { encoding: 'utf8', timeout: 60_000, env: { ...process.env, LOUPE_DATA_DIR: dataPath } },
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    return { out, stdout }
  }
  const [first, second] = [run(), run()]
  const names = readdirSync(first.out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(first.out.length + 1))
    .sort()
  const text = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
  for (const name of names) expect(text(second.out, name), name).toBe(text(first.out, name))
  expect(second.stdout).toBe(first.stdout)

  const page = text(first.out, 'index.html')
  for (const id of [
    'gain',
    'recurrence',
    'misprediction',
    'raw-and-abstracted',
    'reuse',
    'experiments',
    'paper',
  ])
    expect(page).toContain(`<section id="${id}">`)
  expect(page).not.toMatch(/(?:src|href)="(?!#)|@import|url\((?!#)/)
  const { files, entries, entriesHash } = JSON.parse(text(first.out, 'manifest.json'))
  expect(Object.keys(files).sort()).toEqual(names.filter((name) => name !== 'manifest.json'))
  for (const [name, hash] of Object.entries(files))
    expect(createHash('sha256').update(text(first.out, name)).digest('hex'), name).toBe(hash)
  expect(entries).toBe(297)
  expect(entriesHash).toMatch(/^[0-9a-f]{64}$/)
  // A figure's picture and its numbers stand side by side; nothing was rounded away in the CSV.
  expect(names.filter((name) => name.endsWith('.svg')).length).toBeGreaterThan(10)
  expect(text(first.out, 'figures/paper-stream.csv')).toContain('subtask memory,200,-2,,,-1,derived')
})
