import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { createIdMaker } from './db/ids.ts'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'
import { editsOfEntries, exportOfNotes } from './notes/as-entries.ts'
import { findNotes } from './notes/find-notes.ts'
import { patchOf } from './notes/patch.ts'
import { splitNotes } from './notes/split-notes.ts'
import { treeOnDisk } from './notes/tree.ts'

const AGENTS = [
  '---',
  'owner: shop',
  '---',
  '# Shop \t',
  '',
  '* Prices are whole cents, never floats',
  '  and never text',
  '    - [ ] A discount is a row of its own',
  '1) Run the linter over what you touched\r',
  '',
  '> The cart is kept for a day  ',
  'and then emptied',
  '',
  '| rule | why |',
  '|---|---|',
  '| Name tables in the singular | as the first ones were |',
  '| Keep migrations small | they are read by people |',
  '',
  'Deploy from the main branch:',
  '',
  '```sh',
  'make deploy STAGE=one',
  '',
  'make smoke',
  '```',
  '',
  '<!-- kept: a comment -->',
  '- Ask before a table is dropped\u00a0here',
  '- Two spaces of indent in templates',
  '- Two spaces of indent in style sheets',
  '- Log in English; ünïcode stays as it is',
  '- The last line has no end',
].join('\n')

const notesIn = async (root: string) => (await findNotes(await treeOnDisk(root), root)).flatMap(splitNotes)

it('notes come in as entries, and what a person edits, merges or retires goes back to the very lines', async () => {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', [
      '-C',
      root,
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=a@b.example',
      '-c',
      'core.autocrlf=false',
      ...args,
    ])
  writeFileSync(join(root, 'AGENTS.md'), AGENTS)
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'notes')
  const loupe = await openTestLoupe()
  try {
    const nextId = createIdMaker(Date.now, null)
    const { text, count } = await exportOfNotes(root, await notesIn(root), {
      project: 'shop',
      categoryOf: () => 'EDIT',
      nextId: () => nextId('m'),
      now: new Date(),
    })
    const asked = { project: 'shop', fileName: 'notes.jsonl', bytes: Buffer.from(text) }
    expect(await loupe.api.importMemory(asked)).toMatchObject({ new: count, same: 0 })
    expect(await loupe.api.importMemory(asked)).toMatchObject({ new: 0, same: count })

    const exported = async () => {
      const { pieces } = await loupe.api.exportEntries({ project: 'shop', format: 'jsonl', versions: false })
      let whole = ''
      for await (const piece of pieces) whole += piece
      return whole
    }
    expect(editsOfEntries(await exported(), await notesIn(root)).edits).toEqual([])
    const [head, ...lines] = (await exported()).trim().split('\n')
    expect(head).toContain(`"count":${count}`)
    const rows = lines.map((line) => JSON.parse(line))
    expect(rows[0].notes[0].text).toMatch(
      /^AGENTS\.md:6-7 · [0-9a-f]{16} · commit [0-9a-f]{12} by Ada on \d{4}-/,
    )
    const idOf = (start: string) =>
      rows.find(({ entry }) => entry.experience.do.startsWith(start)).entry.id as string
    const revisionOf = async (id: string) => (await loupe.api.findEntryAlone({ id }))?.entry.revision ?? 0

    const edits: [string, string][] = [
      ['Prices', 'Prices are whole cents'],
      ['A discount', 'A discount is a row, even an empty one'],
      ['Run the linter', 'Run the linter over everything'],
      ['The cart', 'The cart is kept for two days'],
      ['Name tables', 'Name tables in the plural | as all are now'],
      ['Deploy', 'Deploy from the main branch:\nmake deploy STAGE=two\nmake smoke'],
      ['Log in', 'Log in English, ünïcode or not'],
      ['The last', 'The last line still has none'],
    ]
    for (const [start, words] of edits) {
      const entryId = idOf(start)
      await loupe.api.edit({ entryId, revision: await revisionOf(entryId), do: words, by: 'ada' })
    }
    await loupe.api.retire({ entryIds: [idOf('Ask before')], reason: 'not so any more', by: 'ada' })
    const [survivor, other] = [
      idOf('Two spaces of indent in templates'),
      idOf('Two spaces of indent in style'),
    ]
    await loupe.api.merge({
      survivorId: survivor,
      entries: await Promise.all(
        [survivor, other].map(async (entryId) => ({ entryId, revision: await revisionOf(entryId) })),
      ),
      by: 'ada',
    })

    const { edits: changed, lost } = editsOfEntries(await exported(), await notesIn(root))
    expect([changed.length, lost]).toEqual([10, []])
    writeFileSync(join(root, 'notes.patch'), patchOf(changed))
    git('apply', '--check', 'notes.patch')
    git('apply', 'notes.patch')
    expect(readFileSync(join(root, 'AGENTS.md'), 'utf8')).toBe(
      AGENTS.replace('Prices are whole cents, never floats\n  and never text', 'Prices are whole cents')
        .replace('a row of its own', 'a row, even an empty one')
        .replace('what you touched', 'everything')
        .replace('The cart is kept for a day  \nand then emptied', 'The cart is kept for two days')
        .replace('in the singular | as the first ones were', 'in the plural | as all are now')
        .replace('STAGE=one\n\n', 'STAGE=two\n')
        .replace('- Ask before a table is dropped\u00a0here\n', '')
        .replace('- Two spaces of indent in style sheets\n', '')
        .replace('English; ünïcode stays as it is', 'English, ünïcode or not')
        .replace('The last line has no end', 'The last line still has none'),
    )
  } finally {
    await loupe.close()
  }
})
