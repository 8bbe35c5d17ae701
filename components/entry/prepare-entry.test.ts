import { expect, test } from 'vitest'
import { diffByWord, prepareVersions } from '@/components/curate/prepare-versions.ts'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import { EXPERIENCE_PARTS } from '@/lib/memory/experience.ts'
import { noteOrigin } from './note-origin.ts'
import { entryVerdict } from './prepare-entry-verdict.ts'
import { prepareLesson } from './prepare-lesson.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
/** A lesson of so many parts, of which the first `supported` cite a run. */
const aligned = (supported: number, count = 4) => ({
  parts: EXPERIENCE_PARTS.slice(0, count).map((part, k) => ({
    part,
    evidence: [],
    elsewhere: k < supported ? [{ episodeId: 'e_2', steps: [1] }] : [],
    citesWritesOnly: false,
  })),
})
const base = {
  entry: { lifecycle: 'approved', episodeId: 'e_1' } as const,
  alignment: aligned(4),
  leaks: [],
  servedCount: 41,
  note: null,
}

test('the verdict counts what rests on evidence and never calls a lesson true', () => {
  expect(plain(entryVerdict(base))).toBe('All 4 parts cite evidence; nothing leaked; served 41 times.')
  expect(plain(entryVerdict({ ...base, alignment: aligned(2, 2) }))).toMatch(/^Both parts cite evidence;/)
  expect(plain(entryVerdict({ ...base, alignment: aligned(1, 1) }))).toMatch(/^Its one part cites evidence;/)
  expect(plain(entryVerdict({ ...base, alignment: aligned(3), leaks: ['identifier'], servedCount: 0 }))).toBe(
    '3 of 4 parts cite evidence; 1 identifier leaked; never served.',
  )
})

test('a check that only cites a file that was written is no evidence', () => {
  const parts = aligned(4).parts.map((part) => ({ ...part, citesWritesOnly: part.part === 'check' }))
  expect(plain(entryVerdict({ ...base, alignment: { parts } }))).toMatch(/^3 of 4 parts cite evidence/)
})

test('a lesson without an episode behind it is said to be so', () => {
  const byHand = { ...base, entry: { ...base.entry, episodeId: null }, servedCount: 1 }
  expect(plain(entryVerdict(byHand))).toBe(
    'Written by hand, no episode behind it; nothing leaked; served 1 time.',
  )
})

test('an entry that was a note says its file, lines, commit and author, and is nobody’s handwriting', () => {
  const beside = [
    { by: 'ann', text: 'look again' },
    { by: 'notes', text: 'AGENTS.md:3-5 · 0123456789abcdef · commit 4f2a9c1 by Ann on 2026-01-02' },
  ]
  expect(noteOrigin('person', beside)).toBeNull()
  expect(noteOrigin('notes', [])).toBe('its place is not known')
  const note = noteOrigin('notes', beside)
  expect(note).toBe('AGENTS.md:3-5, commit 4f2a9c1 by Ann on 2026-01-02')
  const entry = { ...base.entry, episodeId: null }
  expect(plain(entryVerdict({ ...base, entry, note }))).toBe(
    'From a note, no episode behind it; nothing leaked; served 41 times.',
  )
})

test('a leak is lit where it stands, and a leaked secret is dots', () => {
  expect(prepareLesson('Look at InvoiceCursor.', [{ start: 8, end: 21, type: 'identifier' }])).toEqual([
    { text: 'Look at ', leak: null },
    { text: 'InvoiceCursor', leak: 'identifier' },
    { text: '.', leak: null },
  ])
  expect(
    JSON.stringify(prepareLesson('use sk_live_1', [{ start: 4, end: 13, type: 'secret' }])),
  ).not.toContain('sk_live')
})

test('versions are told by the words that changed, newest first', () => {
  const made = {
    lifecycle: 'approved',
    category: 'EDIT',
    description: { objective: 'o', keywords: [] },
    experience: { title: 't', kind: 'pattern', when: '', do: 'request 50 items', because: '', check: '' },
    flags: [],
    pinned: false,
  } as unknown as MemoryEntry
  const edited = { ...made, experience: { ...made.experience, do: 'request page_size items' } }
  const told = { by: 'person', reason: null, at: '2026-11-09T08:47:00Z' }
  const [newest, oldest] = prepareVersions([
    { ...told, revision: 1, verb: 'import', before: null, after: made },
    { ...told, revision: 2, verb: 'edit', before: made, after: edited },
  ])
  expect(oldest?.changes).toBeNull()
  expect(newest?.changes).toEqual([
    {
      field: 'do',
      pieces: [
        { text: 'request ', op: 'same' },
        { text: '50', op: 'removed' },
        { text: 'page_size', op: 'added' },
        { text: ' items', op: 'same' },
      ],
    },
  ])
})

test('long unchanged stretches of a diff are shortened', () => {
  const words = Array.from({ length: 40 }, (_, k) => `w${k}`).join(' ')
  const pieces = diffByWord(`${words} old`, `${words} new`)
  expect(pieces[0]?.text.startsWith('… w35')).toBe(true)
})
