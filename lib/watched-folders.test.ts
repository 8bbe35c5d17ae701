import { appendFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

const SAMPLE = join(process.cwd(), 'prisma', 'sample', 'episodes')

it('a watched folder brings in what lies there and what comes, says what it found last, and goes on after a restart', async () => {
  const [first = '', second = ''] = readdirSync(SAMPLE).sort()
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'deep'))
  cpSync(join(SAMPLE, first), join(folder, 'deep', first))
  const dataPath = temporaryFolder()
  let loupe = await openTestLoupe(dataPath)
  const episodes = async () => {
    const project = await loupe.api.findProject({ name: 'watched' })
    if (!project) return 0
    return (
      await loupe.api.listEpisodes({ projectId: project.id, text: '', outcome: null, offset: 0, limit: 9 })
    ).totalCount
  }
  const only = async () => (await loupe.api.watchedFolders())[0]
  const wait = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 40_000, interval: 100 })
  try {
    await expect(
      loupe.api.watchFolder({ folder: join(folder, 'none'), project: 'watched', set: 'on' }),
    ).rejects.toMatchObject({ code: 'no-such-file' })
    await loupe.api.watchFolder({ folder, project: 'watched', set: 'on' })
    await wait(async () => expect(await episodes()).toBe(1))
    await wait(async () =>
      expect(await only()).toMatchObject({
        ...{ fileCount: 1, fault: null, isOn: true },
        ...{ came: { fresh: 1, known: 0, unread: 0 } },
        last: { file: join('deep', first), words: '1 imported' },
      }),
    )
    // Watched anew, all of it is known.
    await loupe.api.watchFolder({ folder, project: 'watched', set: 'on' })
    await wait(async () =>
      expect(await only()).toMatchObject({ last: null, came: { fresh: 0, known: 1, unread: 0 } }),
    )
    await loupe.close()

    loupe = await openTestLoupe(dataPath)
    cpSync(join(SAMPLE, second), join(folder, second))
    writeFileSync(join(folder, 'broken.json'), '{"messages": [')
    await wait(async () => expect(await episodes()).toBe(2))
    await wait(async () => expect((await only())?.fileCount).toBe(3))

    await loupe.api.watchFolder({ folder, project: 'watched', set: 'off' })
    appendFileSync(join(folder, 'broken.json'), ' ')
    const before = await only()
    expect(before).toMatchObject({ isOn: false, fileCount: null })
    await loupe.api.watchFolder({ folder, project: 'watched', set: 'gone' })
    expect(await loupe.api.watchedFolders()).toEqual([])
  } finally {
    await loupe.close()
  }
})
