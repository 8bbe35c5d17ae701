import { expect, it } from 'vitest'
import { saySame } from './agree.ts'
import type { NoteFile } from './find-notes.ts'
import { splitNotes } from './split-notes.ts'

function notesOf(text: string, path = 'AGENTS.md') {
  const file: NoteFile = { path, at: path, scope: '', reader: 'agents', everySession: true, alsoAs: [], text }
  return splitNotes(file)
}

type Pair = [name: string, first: string, second: string, isSo: boolean]

it.each<Pair>([
  [
    'word for word elsewhere',
    '# A\n- Keep every price of the shop in whole cents of its currency before tax',
    '# B\n- Keep every price of the shop in whole cents of its currency before tax',
    true,
  ],
  [
    'pointers to one file',
    '# A\n- **Check**: `tests/test_rows.py::test_that_rows_are_sorted`',
    '# B\n- Run `tests/test_rows.py::test_that_rows_are_sorted`',
    false,
  ],
  [
    'pointers to two files',
    '# A\n- Follow the rules for reviews in docs/review.md, the single source of truth',
    '# B\n- Follow the rules for reviews in docs/tests.md, the single source of truth',
    false,
  ],
  [
    'how files begin',
    '# A\n- See the workflow of the shop for the loop that prices must pass before a release',
    '# B\n- See the workflow of the shop for the loop that prices must pass before a release',
    false,
  ],
  [
    'nearly the same words',
    '# A\n- Keep every price of the shop in whole cents of its currency before tax',
    '# B\n- Every price of the shop in whole cents of its currency before tax',
    false,
  ],
  [
    'one word is another',
    '# A\n- Order is not guaranteed when combined with the hooks of a workspace',
    '# B\n- Order is not guaranteed when combined with the hooks of a user',
    false,
  ],
  [
    'once as a rule, once in a list to tick off',
    '# Rules\n- Keep every price of the shop in whole cents of its currency before tax',
    '# Before a commit\n- [ ] Keep every price of the shop in whole cents of its currency before tax',
    false,
  ],
  [
    'what is used, and that it was added',
    '# Used\n- Prices of the shop in whole cents, taxes of the country by its own table (012-prices)',
    '# Recent Changes\n- 012-prices: Added prices of the shop in whole cents, taxes of the country by its own table',
    false,
  ],
  [
    'what a file is, in two lists',
    '# A\n- `docs/prices.md` — how prices of the shop are kept in whole cents of its currency',
    '# B\n- `docs/prices.md` — how prices of the shop are kept in whole cents of its currency',
    false,
  ],
  [
    'one letter is another',
    '# A\n- Enables the check of the table, logging and prices of the shop in whole cents',
    '# B\n- Enables the checks of the table, logging and prices of the shop in whole cents',
    false,
  ],
  [
    'the first paragraph of two files',
    '# A\n\nKeep every price of the shop in whole cents of its currency before tax',
    '# B\n\nKeep every price of the shop in whole cents of its currency before tax',
    false,
  ],
  [
    'of another language',
    '# Python\n- Constants of the shop have names in capitals (`MOST_PRICES`, `LONGEST_NAME`)',
    '# C++\n- Constants of the shop have names in capitals (`MOST_PRICES`, `LONGEST_NAME`)',
    false,
  ],
  [
    'a notice',
    '# A\n- Copyright 2026 the shop of prices and taxes, all rights are reserved by its owner',
    '# B\n- Copyright 2026 the shop of prices and taxes, all rights are reserved by its owner',
    false,
  ],
  [
    'rows of a table',
    '# A\n| when | what |\n| --- | --- |\n| the round ends | all players write a diary |\n',
    '| the round ends | all players write a diary |',
    false,
  ],
])('say the same: %s', (_, first, second, isSo) => {
  const [a, b] = [...notesOf(first), ...notesOf(second, 'CLAUDE.md')]
  if (!a || !b) throw new Error('two notes')
  expect(saySame(a, b)).toBe(isSo)
})

it('say the same: in another section of its file it is of another thing', () => {
  const [a, b] = notesOf(
    '# Add\n- This tool makes calls to a model and takes a minute\n# Move\n- This tool makes calls to a model and takes a minute',
  )
  if (!a || !b) throw new Error('two notes')
  expect(saySame(a, b)).toBe(false)
})

it.each([
  ['of a template', 'templates/shop/AGENTS.md', true],
  ['of a backup', 'reference/.backup/AGENTS.md', true],
  ['of two files that come with other work', 'cart/AGENTS.md', false],
])('say the same: a copy %s is meant', (_, path, everySession) => {
  const text = '# A\n- Keep every price of the shop in whole cents of its currency before tax'
  const [a, b] = [...notesOf(text, 'prices/AGENTS.md'), ...notesOf(text, path)]
  if (!a || !b) throw new Error('two notes')
  Object.assign(a.file, { everySession })
  Object.assign(b.file, { everySession })
  expect(saySame(a, b)).toBe(false)
  Object.assign(b.file, { path: 'cart/AGENTS.md', everySession: true })
  expect(saySame(a, b)).toBe(true)
})

it('say the same: of two files of rules each says what holds for its own work', () => {
  const text = '# A\n- Keep every price of the shop in whole cents of its currency before tax'
  const [a, b] = ['cart', 'prices'].flatMap((name) => notesOf(text, `.claude/rules/${name}.md`))
  if (!a || !b) throw new Error('two notes')
  expect(saySame(a, b)).toBe(false)
  a.file.path = 'CLAUDE.md'
  expect(saySame(a, b)).toBe(true)
})

it('say the same: a step that is done twice is no repeat', () => {
  const [a, , b] = notesOf(
    '# Release\n1. Run every test of the shop against the table of prices\n2. Write the day into the list\n3. Run every test of the shop against the table of prices',
  )
  if (!a || !b) throw new Error('two notes')
  expect(saySame(a, b)).toBe(false)
})
