import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

const FILE = 'lib/ingest/fixtures/mini-swe-agent-1.traj.json'
const KEPT = 'git: kept, 3 of 3 lines are in HEAD after 9 days, certainty 1, commit 0123456789ab'
const YOUNG = 'git: unknown, in HEAD for 2 of the 7 days after which it counts as kept'

it('what git says of a run is kept in its words, asked again later, and gives way to a verdict', async () => {
  const { api, close } = await openTestLoupe()
  try {
    const bytes = readFileSync(FILE)
    const imported = async (row: object | null, fileName = 'git.jsonl') => {
      const results = row && (await api.saveResults({ fileName, bytes: Buffer.from(JSON.stringify(row)) }))
      const [one] = await api.importFile({
        bytes,
        fileName: FILE,
        project: 'shop',
        resultsId: results?.id ?? null,
      })
      const episode = (await api.findEpisode({ id: one?.episodeId ?? '' }))?.episode
      expect([one?.outcome, one?.outcomeSource]).toEqual([episode?.outcome, episode?.outcomeSource])
      return [episode?.outcome, episode?.outcomeSource]
    }
    const [first] = await api.importFile({ bytes, fileName: FILE, project: 'shop', dryRun: true })
    expect(first?.outcome).toBeNull()
    const instance_id = first?.instanceId
    expect(await imported({ instance_id, resolved: null, said: YOUNG })).toEqual([null, YOUNG])
    expect(await imported(null)).toEqual([null, YOUNG])
    expect(await imported({ instance_id, resolved: true, said: KEPT })).toEqual(['resolved', KEPT])
    const reverted = 'git: reverted, 0123456789ab takes out all 3 lines, certainty 1'
    expect(await imported({ instance_id, resolved: false, said: reverted })).toEqual(['unresolved', reverted])
    const verdict = ['resolved', 'report.jsonl (results-jsonl)']
    expect(await imported({ instance_id, resolved: true, said: 'somebody says so' }, 'report.jsonl')).toEqual(
      verdict,
    )
    expect(await imported({ instance_id, resolved: false, said: reverted })).toEqual(verdict)
  } finally {
    await close()
  }
})

it('a mapped repository says what became of the runs of its project, in one revision, and of no run of another', async () => {
  const { api, close } = await openTestLoupe()
  const root = mkdtempSync(join(tmpdir(), 'loupe-mapped-'))
  const git = (day: number, ...args: string[]) => {
    const date = `2025-01-${String(day).padStart(2, '0')}T10:00:00Z`
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    const who = ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=a@b.example']
    execFileSync('git', [...who, ...args], { env })
  }
  const lines = (name: string) => [1, 2, 3].map((n) => `def ${name}_number_${n}(rows):`)
  const commit = (day: number, name: string) => {
    writeFileSync(join(root, `${name}.py`), `${lines(name).join('\n')}\n`)
    git(day, 'add', '-A')
    git(day, 'commit', '-qm', name)
  }
  const session = (name: string) => {
    const input = { file_path: `/repo/${name}.py`, content: `${lines(name).join('\n')}\n` }
    const call = { type: 'tool_use', id: 't1', name: 'Write', input }
    const done = { type: 'tool_result', tool_use_id: 't1', content: 'File created.' }
    const common = { sessionId: `session-${name}`, cwd: '/repo', version: '2.0.0', isSidechain: false }
    return [
      { ...common, type: 'user', uuid: 'u1', parentUuid: null, timestamp: '2025-01-02T09:00:00.000Z' },
      { ...common, type: 'assistant', uuid: 'u2', parentUuid: 'u1', timestamp: '2025-01-02T09:01:00.000Z' },
      { ...common, type: 'user', uuid: 'u3', parentUuid: 'u2', timestamp: '2025-01-02T09:02:00.000Z' },
    ]
      .map((line, i) => ({
        ...line,
        message: [
          { role: 'user', content: `Add the numbers of ${name}.` },
          { role: 'assistant', model: 'a-model', content: [{ type: 'text', text: 'I add them.' }, call] },
          { role: 'user', content: [done] },
        ][i],
      }))
      .map((line) => JSON.stringify(line))
      .join('\n')
  }
  try {
    git(1, 'init', '-qb', 'main')
    commit(1, 'base')
    commit(3, 'kept')
    commit(4, 'reverted')
    git(5, 'revert', '--no-edit', 'HEAD')
    const ids = new Map<string, string>()
    for (const name of ['kept', 'reverted', 'elsewhere']) {
      const file = { fileName: `${name}.jsonl`, bytes: Buffer.from(session(name)), project: 'shop' }
      const [one] = await api.importFile(file)
      ids.set(name, one?.episodeId ?? '')
    }
    const saidOf = async (name: string) =>
      (await api.findEpisode({ id: ids.get(name) ?? '' }))?.episode as Record<string, unknown>
    await expect(api.readGitOutcomes({ root })).rejects.toMatchObject({ code: 'not-mapped' })
    const revision = async () => (await api.shell({ project: 'shop' })).revision
    const before = await revision()
    // Named by a person for these runs alone: nobody's agents get another memory.
    expect(await api.readGitOutcomes({ root, project: 'shop' })).toEqual({
      ...{ looked: 3, kept: 1, reverted: 1, fixedAgain: 0 },
    })
    await api.mapWorkspace({ root, project: 'shop' })
    expect(await revision()).toBe(before + 1)
    expect(await saidOf('kept')).toMatchObject({
      outcome: 'resolved',
      outcomeSource: expect.stringMatching(/^git: kept, 3 of 3 lines are in HEAD/),
    })
    expect(await saidOf('reverted')).toMatchObject({
      outcome: 'unresolved',
      outcomeSource: expect.stringMatching(/^git: reverted, .* takes out all 3 lines/),
    })
    expect(await saidOf('elsewhere')).toMatchObject({ outcome: null, outcomeSource: null })
    expect(await api.readGitOutcomes({ root })).toMatchObject({ kept: 0, reverted: 0 })
    expect(await revision()).toBe(before + 1)
    // Taken back, as any other change, and brought back by the undo of that.
    await api.undo({ revision: before + 1, by: 'Mara' })
    for (const name of ids.keys())
      expect(await saidOf(name)).toMatchObject({ outcome: null, outcomeSource: null })
    await api.undo({ revision: before + 2, by: 'Mara' })
    expect(await saidOf('kept')).toMatchObject({ outcome: 'resolved' })
    await expect(api.undo({ revision: before + 1 })).rejects.toMatchObject({ code: 'undone-already' })
  } finally {
    await close()
    rmSync(root, { recursive: true, force: true })
  }
})
