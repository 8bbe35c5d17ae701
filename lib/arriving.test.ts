import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

const SECRET = ['gh', 'p_', 'a1B2'.repeat(9)].join('')

it('notes that lie where Claude Code has worked are found unopened, looked through, brought in and known again', async () => {
  const home = realpathSync(temporaryFolder())
  const root = join(home, 'my-shop', 'web.app')
  mkdirSync(root, { recursive: true })
  mkdirSync(join(home, 'my'))
  execFileSync('git', ['init', '-q', root])
  writeFileSync(join(root, 'AGENTS.md'), `# Shop\n\n- Prices are whole cents\n- The token is ${SECRET}\n`)
  mkdirSync(join(home, '.claude', 'projects', root.replace(/[^A-Za-z0-9]/g, '-'), 'memory'), {
    recursive: true,
  })
  mkdirSync(join(home, '.claude', 'projects', '-nowhere-at-all'), { recursive: true })
  vi.stubEnv('HOME', home)
  vi.stubEnv('CLAUDE_CONFIG_DIR', '')
  const { api, close } = await openTestLoupe()
  try {
    expect(await api.foundNotes()).toMatchObject([{ folder: root, fileCount: 1 }])
    const asked = { project: 'shop', folder: root }
    expect(await api.importNotes({ ...asked, dryRun: true })).toMatchObject({
      new: 1,
      revision: null,
      leftOut: [{ id: 'AGENTS.md:4' }],
    })
    expect(await api.findProject({ name: 'shop' })).toBeNull()
    const { revision } = await api.importNotes(asked)
    expect(await api.whatNext({ project: 'shop' })).toMatchObject({ episodes: 0, repositories: [root] })
    expect(await api.importNotes(asked)).toMatchObject({ new: 0, same: 1, revision: null })
    await api.undo({ revision: revision ?? 0 })
    const { id: projectId } = await api.project({ name: 'shop' })
    expect(await api.countMatching({ projectId, text: '', facets: {} })).toMatchObject({ matchCount: 0 })
    await expect(api.importNotes({ ...asked, folder: join(home, 'my') })).rejects.toMatchObject({
      code: 'no-notes',
    })
  } finally {
    vi.unstubAllEnvs()
    await close()
  }
})

it('a memory of another product comes in by the same door as an export of Loupe: looked through, by policy, and named where it stays out', async () => {
  const { api, close } = await openTestLoupe()
  try {
    const memory = (text: string) =>
      Buffer.from(
        JSON.stringify({
          results: [
            { id: 'a', memory: text },
            { id: 'b', memory: `Use ${SECRET}` },
          ],
        }),
      )
    const asked = { project: 'shop', fileName: 'mem0.json', at: '2026-01-02T00:00:00.000Z' }
    const first = { ...asked, bytes: memory('Prices are whole cents') }
    expect(await api.importMemory({ ...first, dryRun: true })).toMatchObject({
      ...{ format: 'mem0-export', new: 1, revision: null },
      leftOut: [{ id: 'b', because: 'holds what looks like a secret' }],
    })
    await api.importMemory(first)
    expect(await api.importMemory(first)).toMatchObject({ new: 0, same: 1 })
    const changed = { ...asked, bytes: memory('Prices are whole cents, never floats') }
    expect(await api.importMemory({ ...changed, dryRun: true })).toMatchObject({ conflicting: 1 })
    expect(await api.importMemory({ ...changed, policy: 'replace' })).toMatchObject({
      conflicting: 1,
      revision: expect.any(Number),
    })
    let exported = ''
    const { pieces } = await api.exportEntries({ project: 'shop', format: 'jsonl', versions: false })
    for await (const piece of pieces) exported += piece
    expect(exported).toContain('never floats')
    expect(
      await api.importMemory({ project: 'other', fileName: 'entries.jsonl', bytes: Buffer.from(exported) }),
    ).toMatchObject({ new: 1 })
    await expect(api.importMemory({ ...asked, bytes: Buffer.from('just words') })).rejects.toMatchObject({
      code: 'no-memory',
    })
  } finally {
    await close()
  }
})

it('a lesson that names what is gone from its repository is found: proven, apart from doubtful', async () => {
  const root = realpathSync(temporaryFolder())
  const commit = (date: string) => {
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    execFileSync('git', ['-C', root, 'add', '-A'])
    execFileSync(
      'git',
      ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '-qm', 'x'],
      { env },
    )
  }
  execFileSync('git', ['init', '-q', root])
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src', 'cart.ts'), 'export {}\n')
  writeFileSync(join(root, 'src', 'page.ts'), 'export {}\n')
  writeFileSync(
    join(root, 'AGENTS.md'),
    '- Totals are summed in `src/cart.ts`\n- Headings are drawn in `src/page.ts`\n- Taxes are looked up in `src/taxes.ts`\n',
  )
  commit('2026-01-02T10:00:00Z')
  rmSync(join(root, 'src', 'cart.ts'))
  commit('2026-01-09T10:00:00Z')
  const { api, close } = await openTestLoupe()
  try {
    await api.importNotes({ project: 'shop', folder: root })
    const { detections } = await api
      .quality({ project: 'shop', examples: 9, seed: 1 })
      .then((report) => ({ detections: JSON.stringify(report) }))
    expect(detections).toMatch(/src\/cart\.ts: deleted in [0-9a-f]{8} on 2026-01-09 \(proven\)/)
    expect(detections).toContain('src/taxes.ts: not in the repository (doubtful)')
    expect(detections).not.toContain('src/page.ts: ')
  } finally {
    await close()
  }
})
