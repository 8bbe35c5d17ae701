import { expect, it } from 'vitest'
import type { EntryDetail, EntryRow } from '../memory/views/entries.ts'
import { holdsMask, maskDetail, maskRow } from './mask-texts.ts'

// Put together here, so that no scanner of the repository takes it for a real one.
const SECRET = ['ghp', 'a1B2c3D4e5'.repeat(4)].join('_')
const DOTS = '•'.repeat(SECRET.length)

const description = { objective: `push with ${SECRET}`, keywords: [SECRET, 'push'] }
const experience = {
  title: `Use ${SECRET}`,
  kind: 'pattern' as const,
  when: SECRET,
  do: `Export ${SECRET} first.`,
  because: SECRET,
  check: SECRET,
}

it('masks everything that a page shows of an entry, at its length, and leaves the rest', () => {
  const entry = { id: 'm_1', description, experience, reason: `holds ${SECRET}` }
  const near = { entryId: 'm_2', objective: `like ${SECRET}` }
  const detail = {
    entry,
    injected: `# ${SECRET}`,
    descriptionAtStart: description,
    versions: [{ revision: 1, reason: `took ${SECRET} out`, before: null, after: entry }],
    neighbours: { inside: [near], outside: [near] },
    notes: [{ id: 'n', text: `Saw ${SECRET}.` }],
    won: [{ id: 'r_1', text: `where is ${SECRET}` }],
    steps: [{ n: 1, thought: 'as it was read' }],
    servedCount: 3,
  } as unknown as EntryDetail
  const shown = maskDetail(detail)
  expect(JSON.stringify(shown)).not.toContain(SECRET)
  expect(shown.entry.experience.do).toBe(`Export ${DOTS} first.`)
  expect(shown.entry.description.keywords).toEqual([DOTS, 'push'])
  expect(shown).toMatchObject({ servedCount: 3, entry: { id: 'm_1', reason: `holds ${DOTS}` } })
  expect(shown.steps).toBe(detail.steps)
  expect(detail.entry.experience.do).toContain(SECRET)
})

it('masks a secret of a row even where a match cuts through it', () => {
  const snippet = [
    { text: `with ${SECRET.slice(0, 9)}`, match: false },
    { text: SECRET.slice(9, 20), match: true },
    { text: `${SECRET.slice(20)} today`, match: false },
  ]
  const row = maskRow({
    id: 'm_1',
    objective: SECRET,
    keywords: ['push'],
    title: 'Push',
    snippet,
  } as unknown as EntryRow)
  expect(row).toMatchObject({ objective: DOTS, keywords: ['push'], title: 'Push' })
  expect(row.snippet?.map(({ text }) => text)).toEqual([
    `with ${'•'.repeat(9)}`,
    '•'.repeat(11),
    `${'•'.repeat(SECRET.length - 20)} today`,
  ])
  expect(row.snippet?.map(({ match }) => match)).toEqual([false, true, false])
})

it('knows a masked text that comes back, the shortest secret included', () => {
  const address = ['postgres://me:', 'pw1', '@db/shop'].join('')
  const [keyword = ''] = maskRow({
    objective: '',
    keywords: [address],
    title: '',
    snippet: null,
  } as unknown as EntryRow).keywords
  expect(keyword).toBe('postgres://me:•••@db/shop')
  expect([keyword, `Export ${DOTS}.`, '• first\n• second'].map(holdsMask)).toEqual([true, true, false])
})
