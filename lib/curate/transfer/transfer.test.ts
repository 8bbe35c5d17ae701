import { describe, expect, it } from 'vitest'
import { findEntry, getEntries } from '../../db/entries/entries.ts'
import { addNote } from '../../db/entries/notes.ts'
import { openTestStore, storeEntry, storeEpisode } from '../../db/fixtures/test-store.ts'
import type { Store } from '../../db/store.ts'
import { tables } from '../../db/tables.ts'
import { LIFECYCLES } from '../../memory/lifecycle.ts'
import { csvCell } from '../../memory/text/csv-cell.ts'
import { editEntry } from '../edit.ts'
import { depsOf } from '../fixtures/curate-deps.ts'
import { purgeEntries } from '../purge/purge.ts'
import { retireEntries } from '../retire.ts'
import { undoRevision } from '../undo.ts'
import { type ExportFormat, exportEntries } from './export-entries.ts'
import { importEntries } from './fixtures/import-entries.ts'

async function exported(store: Store, projectId: string, format: ExportFormat = 'jsonl', versions = false) {
  const filter = { projectId, text: '', facets: { lifecycle: [...LIFECYCLES] } }
  let text = ''
  for await (const piece of exportEntries({ project: 'shop', filter, format, versions }, store)) text += piece
  return text
}

type Travelling = { entry: object; notes: object[] }

const body = (text: string) => text.slice(text.indexOf('\n'))
const span = { step: 1, part: { kind: 'thought' as const, index: 0 }, start: 0, end: 4 }

describe('export and import', () => {
  it('refuses an id that was not made by a Loupe: the next opening could make none that sorts after it', async () => {
    const here = await openTestStore()
    const entry = await storeEntry(here)
    const text = await exported(here, entry.projectId)
    for (const id of ['m_01RULESV100000000000000001', 'm_7ZZZZZZZZZZZZZZZZZZZZZZZZZ']) {
      const input = {
        ...({ project: 'shop', policy: 'keep-both', dryRun: false } as const),
        text: text.replaceAll(entry.id, id),
      }
      await expect(importEntries(input, depsOf(here))).rejects.toMatchObject({ code: 'bad-line' })
    }
  })

  it('round-trips exactly: the same lines come out of the store they went into', async () => {
    const here = await openTestStore()
    const entry = await storeEntry(here, {
      citations: [{ part: 'do', span }],
      removed: [{ ...span, type: 'path' }],
      flags: ['leak: path'],
      pinned: true,
      reviewedBy: 'Ivo',
      reviewedAt: '2026-01-01T00:00:00.000Z',
      fromStep: 1,
      toStep: 3,
    })
    await storeEntry(here, { lifecycle: 'retired', reason: 'junk', repo: null })
    await addNote(here, { entryId: entry.id, by: 'Ivo', text: 'Keep it.' })
    const text = await exported(here, entry.projectId)
    const there = await openTestStore()
    const input = { project: 'shop', text, policy: 'skip', dryRun: false } as const
    const report = await importEntries(input, depsOf(there))
    expect(report).toMatchObject({ new: 2, same: 0, conflicting: 0, suppressed: 0 })
    const { id: projectId } = await tables(there).project.findFirstOrThrow()
    expect(body(await exported(there, projectId))).toBe(body(text))
    expect(await importEntries(input, depsOf(there))).toMatchObject({ new: 0, same: 2, revision: null })
    // What was retired there stays out here too.
    expect(await tables(there).suppression.count({ where: { liftedAt: null } })).toBe(1)
  })

  it('finds its run again where the run is stored', async () => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store)
    const episodeId = await storeEpisode(store, projectId, { position: 7 })
    const entry = await storeEntry(store, { episodeId })
    const text = await exported(store, projectId)
    await store.record((tx) => tables(tx).entry.deleteMany({ where: { id: entry.id } }))
    await importEntries({ project: 'shop', text, policy: 'skip', dryRun: false }, depsOf(store))
    expect(await findEntry(store, entry.id)).toMatchObject({ episodeId: entry.episodeId })
    expect(body(await exported(store, projectId))).toBe(body(text))
  })

  it('a dry run says what would happen and stores nothing', async () => {
    const here = await openTestStore()
    const { projectId } = await storeEntry(here)
    const there = await openTestStore()
    const input = {
      project: 'new one',
      text: await exported(here, projectId),
      policy: 'skip',
      dryRun: true,
    } as const
    expect(await importEntries(input, depsOf(there))).toMatchObject({ dryRun: true, new: 1, revision: null })
    expect(await tables(there).project.count()).toBe(0)
  })

  it.each([
    ['skip', 1, 'edited here'],
    ['replace', 1, 'The page boundary'],
    ['keep-both', 2, 'edited here'],
  ] as const)('with %s a conflict leaves %i entries', async (policy, count, title) => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const text = await exported(store, entry.projectId)
    await editEntry({ entryId: entry.id, revision: entry.revision, title: 'edited here' }, depsOf(store))
    const report = await importEntries({ project: 'shop', text, policy, dryRun: false }, depsOf(store))
    expect(report).toMatchObject({ new: 0, conflicting: 1 })
    expect(await tables(store).entry.count()).toBe(count)
    expect((await findEntry(store, entry.id))?.experience.title).toBe(title)
    if (policy === 'replace') {
      await undoRevision({ revision: report.revision ?? 0 }, depsOf(store))
      expect((await findEntry(store, entry.id))?.experience.title).toBe('edited here')
    }
  })

  it('keeps out what was retired or purged here', async () => {
    const here = await openTestStore()
    const [a, b] = [await storeEntry(here), await storeEntry(here)]
    const text = await exported(here, a.projectId)
    const there = await openTestStore()
    const input = { project: 'shop', text, policy: 'keep-both', dryRun: false } as const
    await importEntries(input, depsOf(there))
    const entries = await getEntries(there, [a.id, b.id])
    await retireEntries({ entryIds: [a.id], reason: 'junk' }, depsOf(there))
    await purgeEntries({ entryIds: [b.id], phrase: 'purge 1 entry', reason: 'a test' }, depsOf(there))
    expect(entries).toHaveLength(2)
    const again = await importEntries({ ...input, policy: 'skip' }, depsOf(there))
    expect(again).toMatchObject({ new: 0, conflicting: 1, suppressed: 1, revision: null })
  })

  it('gives an entry of another project of the same store an id of its own', async () => {
    const store = await openTestStore()
    const entry = await storeEntry(store)
    const text = await exported(store, entry.projectId)
    await importEntries({ project: 'depot', text, policy: 'skip', dryRun: false }, depsOf(store))
    expect(await tables(store).entry.count()).toBe(2)
    expect((await findEntry(store, entry.id))?.projectId).toBe(entry.projectId)
  })

  it.each([
    ['not an export', () => '{"a":1}\n', 'line 1'],
    ['a line that is not JSON', (text: string) => text.replace('{"entry"', '{entry'), 'line 2'],
    [
      'a field of the wrong shape',
      (text: string) => text.replace('"category":"REPRODUCE"', '"category":"X"'),
      'line 2',
    ],
    ['a file that was cut off', (text: string) => text.slice(0, text.indexOf('\n') + 1), 'line 2'],
  ])('refuses %s with the place, and stores nothing', async (_what, spoil, place) => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store)
    const text = spoil(await exported(store, projectId))
    const there = await openTestStore()
    const input = { project: 'shop', text, policy: 'skip', dryRun: false } as const
    await expect(importEntries(input, depsOf(there))).rejects.toMatchObject({ code: 'bad-line', place })
    expect(await tables(there).entry.count()).toBe(0)
  })

  it('refuses a secret with its line', async () => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store)
    const input = {
      project: 'x',
      text: await exported(store, projectId),
      policy: 'skip',
      dryRun: true,
    } as const
    const importing = importEntries(input, depsOf(store, ['github-pat']))
    await expect(importing).rejects.toMatchObject({ code: 'secret', place: 'line 2' })
  })

  it.each([
    ['entry.reason', (line: Travelling) => ({ ...line, entry: { ...line.entry, reason: 'a token' } })],
    [
      'notes.0.text',
      (line: Travelling) => ({ ...line, notes: [{ by: 'Ivo', text: 'a token', createdAt: '' }] }),
    ],
    [
      'entry.reviewedBy',
      (line: Travelling) => ({ ...line, entry: { ...line.entry, reviewedBy: 'a token' } }),
    ],
  ])('refuses a secret in %s with its line too, and stores nothing', async (path, spoil) => {
    const here = await openTestStore()
    const { projectId } = await storeEntry(here)
    await storeEntry(here)
    const [header, first, second = ''] = (await exported(here, projectId)).split('\n')
    const text = [header, first, JSON.stringify(spoil(JSON.parse(second)))].join('\n')
    const there = await openTestStore()
    const input = { project: 'shop', text, policy: 'skip', dryRun: false } as const
    const deps = depsOf(there, [], (one) => (one.includes('token') ? ['github-pat'] : []))
    await expect(importEntries(input, deps)).rejects.toMatchObject({
      code: 'secret',
      place: 'line 3',
      message: `${path} holds what looks like a secret (github-pat).`,
      hint: expect.stringContaining('Nothing was stored'),
    })
    expect(await tables(there).entry.count()).toBe(0)
  })

  it('takes an export as it is: a lesson that is too long comes in, flagged, and is the same the second time', async () => {
    const here = await openTestStore()
    const long = await storeEntry(here, {
      experience: {
        title: 'The page boundary',
        kind: 'pattern',
        when: 'word '.repeat(130).trim(),
        do: 'Ask for one more.',
        because: '',
        check: '',
      },
    })
    await storeEntry(here)
    const text = await exported(here, long.projectId)
    const there = await openTestStore()
    const input = { project: 'shop', text, policy: 'skip', dryRun: false } as const
    expect(await importEntries(input, depsOf(there))).toMatchObject({ new: 2 })
    expect((await findEntry(there, long.id))?.flags).toContain('too-long')
    expect(await importEntries(input, depsOf(there))).toMatchObject({ new: 0, same: 2, conflicting: 0 })
  })

  it('tells all that is wrong at once, each with its line', async () => {
    const here = await openTestStore()
    const { projectId } = await storeEntry(here)
    await storeEntry(here)
    await storeEntry(here)
    const [header, one = '', two = '', three = ''] = (await exported(here, projectId)).split('\n')
    const text = [
      header,
      one,
      two.replace('"category":"REPRODUCE"', '"category":"X"'),
      '{not json',
      one,
      three,
    ].join('\n')
    const there = await openTestStore()
    const importing = importEntries({ project: 'shop', text, policy: 'skip', dryRun: false }, depsOf(there))
    await expect(importing).rejects.toMatchObject({
      code: 'bad-line',
      place: 'lines 3, 4, 5',
      message: expect.stringMatching(
        /^3 lines cannot be taken\. line 3: entry\.category.* line 4: The line is not JSON\. line 5: The id \S+ stands on line 2 already\.$/,
      ),
    })
    expect(await tables(there).entry.count()).toBe(0)
  })

  it('takes a line whose history held a secret, for no version of the past is stored', async () => {
    const here = await openTestStore()
    const { projectId } = await storeEntry(here)
    const [header, line = ''] = (await exported(here, projectId)).split('\n')
    const versions = [{ reason: 'it held a token' }]
    const text = [header, JSON.stringify({ ...JSON.parse(line), versions })].join('\n')
    const there = await openTestStore()
    const deps = depsOf(there, [], (one) => (one.includes('token') ? ['github-pat'] : []))
    await importEntries({ project: 'shop', text, policy: 'skip', dryRun: false }, deps)
    expect(
      await exported(there, (await tables(there).project.findFirstOrThrow()).id, 'jsonl', true),
    ).not.toContain('token')
  })
})

it('CSV is safe to open: what a spreadsheet would run is led by a quote', async () => {
  expect(
    ['=1+1', '+1', '-a', '@x', '\tx', '\rx', '＝1+1', '|x', 'a=b', -1, null, 'say "x", y'].map(csvCell),
  ).toEqual([
    "'=1+1",
    "'+1",
    "'-a",
    "'@x",
    "'\tx",
    `"'\rx"`,
    "'＝1+1",
    "'|x",
    'a=b',
    '-1',
    '',
    '"say ""x"", y"',
  ])
  const store = await openTestStore()
  const { projectId } = await storeEntry(store, { description: { objective: '=cmd()', keywords: [] } })
  expect(await exported(store, projectId, 'csv')).toContain(",'=cmd(),")
})

it('Markdown shows text as text', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store, {
    description: { objective: '<img src=x>\n# not a heading', keywords: [] },
  })
  const text = await exported(store, entry.projectId, 'md')
  expect(text).toContain('## The page boundary')
  expect(text).toContain('\\<img src=x\\> \\# not a heading')
})

it('versions leave with the entry when asked for', async () => {
  const store = await openTestStore()
  const { projectId } = await storeEntry(store)
  expect(await exported(store, projectId, 'jsonl', true)).toContain('"versions":[{')
  expect(await exported(store, projectId)).not.toContain('"versions"')
})
