import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'
import type { InputOf } from './memory/operation.ts'

const LESSON: Omit<InputOf<'store'>, 'project'> = {
  category: 'EDIT',
  objective: 'change how a price is rounded',
  keywords: ['cents'],
  title: 'Prices are cents',
  kind: 'pattern',
  when: 'When a price is changed.',
  do: 'Keep it in whole\n cents\u200b, never in a float.',
  because: '',
  check: '',
}
const LINE = 'When a price is changed: Keep it in whole cents , never in a float.'

let loupe: Awaited<ReturnType<typeof openTestLoupe>>
let dataPath = ''
let count = 0
beforeAll(async () => {
  dataPath = mkdtempSync(join(tmpdir(), 'loupe-promotion-'))
  loupe = await openTestLoupe(dataPath)
})
afterAll(async () => {
  await loupe.close()
  rmSync(dataPath, { recursive: true, force: true })
})

/** A file before, and with the lesson; null = there is none. */
const FILES: [what: string, file: string, before: string | null, after: string][] = [
  ['ends in a list', 'AGENTS.md', '# Shop\n\n* Ask first\n', `# Shop\n\n* Ask first\n* ${LINE}\n`],
  ['ends in words', 'CLAUDE.md', 'Be kind.\n', `Be kind.\n\n- ${LINE}\n`],
  ['ends in empty lines', 'AGENTS.md', 'Be kind.\n\n\n', `Be kind.\n\n\n- ${LINE}\n`],
  ['has no last end of line', 'AGENTS.md', '- one\n- two', `- one\n- two\n- ${LINE}`],
  ['has ends of Windows', 'AGENTS.md', '# A\r\n\r\nWords\t \r\n', `# A\r\n\r\nWords\t \r\n\r\n- ${LINE}\r\n`],
  ['has those, and none at its end', 'AGENTS.md', '# A\r\n- ünï\u00a0', `# A\r\n- ünï\u00a0\r\n- ${LINE}`],
  ['begins with a mark', 'GEMINI.md', '\uFEFF- one\n', `\uFEFF- one\n- ${LINE}\n`],
  ['is empty', 'AGENTS.md', '', `- ${LINE}\n`],
  ['is not there', 'AGENTS.md', null, `- ${LINE}\n`],
  ['is not there, in a folder that is not', '.claude/rules/our prices.md', null, `- ${LINE}\n`],
  ['is not there, of Cursor', '.cursor/rules/x.mdc', null, `---\nalwaysApply: true\n---\n\n- ${LINE}\n`],
]

it.each(FILES)(
  'a lesson goes into a file that %s, and out again, by patches that git takes',
  async (_, file, before, after) => {
    const { api, id, root, read, apply } = await openShop()
    if (before !== null) put(root, file, before)
    const preview = await api.promotion({ entryId: id, folder: root, file })
    expect(preview).toMatchObject({ folder: root, file, isNew: before === null })
    const promoted = await api.promote({ entryId: id, folder: root, file, by: 'ada' })
    expect(promoted.patch).toBe(preview.patch)
    expect(read(file)).toBe(before)
    apply(promoted.patch)
    expect(read(file)).toBe(after)
    // A file that says when it is read keeps that.
    expect((await api.findEntryAlone({ id }))?.entry).toMatchObject({ promoted: { file }, reviewedBy: 'ada' })
    const { patch } = await api.demote({ entryId: id, folder: root, by: 'ada' })
    apply(patch)
    expect(read(file)).toBe(before)
    expect((await api.findEntryAlone({ id }))?.entry).not.toHaveProperty('promoted')
  },
)

it('a promotion is one revision, which undo takes back, and the project remembers its repository', async () => {
  const { api, id, root, project } = await openShop()
  await api.mapWorkspace({ root, project })
  const { revision } = await api.promote({ entryId: id, file: 'AGENTS.md' })
  await expect(api.promote({ entryId: id, file: 'AGENTS.md' })).rejects.toMatchObject({
    code: 'promoted-already',
  })
  const { id: projectId } = await api.project({ name: project })
  const found = { projectId, text: '', facets: {}, expression: 'promoted:yes' }
  expect(await api.countMatching(found)).toMatchObject({ matchCount: 1 })
  await api.undo({ revision })
  expect(await api.countMatching(found)).toMatchObject({ matchCount: 0 })
  expect((await api.findEntryAlone({ id }))?.entry.reviewedBy).toBeUndefined()
})

it('what was added by others since stays when a lesson is taken out, and a line that is gone gives no patch', async () => {
  const { api, id, root, read, apply } = await openShop()
  put(root, 'AGENTS.md', 'Be kind.')
  apply((await api.promote({ entryId: id, folder: root, file: 'AGENTS.md' })).patch)
  put(root, 'AGENTS.md', `${read('AGENTS.md')}\n- Be quick\n`)
  const { patch, revision } = await api.demote({ entryId: id, folder: root })
  apply(patch)
  expect(read('AGENTS.md')).toBe('Be kind.\n- Be quick\n')
  await api.undo({ revision })
  expect((await api.demote({ entryId: id, folder: root })).patch).toBe('')
})

it('a link is followed to its own file, and no path leads out of the folder or to what is no file of rules', async () => {
  const { api, id, root } = await openShop()
  put(root, 'CLAUDE.md', '- one\n')
  symlinkSync('CLAUDE.md', join(root, 'AGENTS.md'))
  expect((await api.promotion({ entryId: id, folder: root, file: 'AGENTS.md' })).patch).toContain(
    '+++ b/CLAUDE.md',
  )
  const outside = temporaryFolder()
  put(outside, 'GEMINI.md', 'theirs\n')
  symlinkSync(outside, join(root, 'out'))
  for (const file of [
    '../GEMINI.md',
    'out/GEMINI.md',
    'out/new/GEMINI.md',
    'package.json',
    '/etc/AGENTS.md',
    '.git/config',
  ])
    await expect(api.promotion({ entryId: id, folder: root, file }), file).rejects.toMatchObject({
      code: 'no-rule-file',
    })
})

it('only a lesson in service is promoted', async () => {
  const { api, id, root } = await openShop()
  await api.retire({ entryIds: [id], reason: 'not so' })
  await expect(api.promote({ entryId: id, folder: root, file: 'AGENTS.md' })).rejects.toMatchObject({
    code: 'not-in-service',
  })
})

async function openShop() {
  const { api } = loupe
  const { id } = await api.store({ ...LESSON, project: `shop ${++count}` })
  const root = realpathSync(temporaryFolder())
  execFileSync('git', ['init', '-q', root])
  const read = (file: string) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null
  const apply = (patch: string) =>
    execFileSync('git', ['-C', root, '-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn', '-'], {
      input: patch,
    })
  return { api, id, root, read, apply, project: `shop ${count}` }
}

function put(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
