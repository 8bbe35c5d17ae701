import { expect, it } from 'vitest'
import { contradictionsIn } from './contradict.ts'
import type { NoteFile } from './find-notes.ts'
import { splitNotes } from './split-notes.ts'

function notesOf(text: string, path: string) {
  const scope = path.includes('/') && !path.startsWith('.') ? path.slice(0, path.lastIndexOf('/')) : ''
  const everySession = scope === '' && !text.startsWith('---')
  const file: NoteFile = { path, at: `/r/${path}`, scope, reader: 'agents', everySession, alsoAs: [], text }
  return splitNotes(file)
}

const between = (first: string, second: string, at = 'CLAUDE.md') =>
  contradictionsIn([...notesOf(first, 'AGENTS.md'), ...notesOf(second, at)]).map(({ sentence }) => sentence)

it.each([
  [
    'package managers by their command',
    '- Run `npm install` first',
    '- Install with `pnpm install`',
    'npm here, pnpm there',
  ],
  [
    'a package manager by name',
    '- Package manager: yarn',
    '# Set up\n- Get it\n\n```bash\nbun install\n```',
    'yarn here, bun there',
  ],
  [
    'versions of a tool',
    '- **Frontend**: React 18, TypeScript 5',
    '- React 19, Vite 7',
    'version of react: 18 here, 19 there',
  ],
  ['least versions', '- Python 3.10+', '- **Language**: Python 3.12+', '3.10+ here, 3.12+ there'],
  [
    'a choice under one label',
    '- Testing: Jest',
    '- **Testing**: Vitest and jsdom',
    'jest here, vitest there',
  ],
  [
    'a port under one label',
    '- Dev server: http://localhost:3000',
    '- Dev server: http://localhost:5173',
    '3000 here, 5173 there',
  ],
  [
    'a sentence, once denied',
    '- Always commit the lock file of the shop',
    '- Never commit the lock file of the shop',
    'once denied',
  ],
  [
    'a sentence with two numbers',
    '- Requests of the shop time out after 30 seconds',
    '- Requests of the shop time out after 60 seconds',
    'once with 30 and once with 60',
  ],
  [
    'a sentence with a file that moved',
    '- The rights of a person are read in `api/core/rights.py`',
    '- The rights of a person are read in `api/src/rights.ts`',
    'once with api/core/rights.py and once with api/src/rights.ts',
  ],
])('two answers to one question: %s', (_, first, second, says) => {
  expect(between(first, second)).toHaveLength(1)
  expect(between(first, second)[0]).toContain(says)
})

it.each([
  ['the same', '- Package manager: npm', '- Run `npm ci` first'],
  ['one may be more than the other’s least', '- Node 18+', '- Node 22'],
  ['a condition', '- If the lock is old, use Node 18', '- Node 22'],
  ['a file that names both', '- Run `npm install` or `pnpm install`', '- Run `pnpm install`'],
  ['another part', '- Backend: port 3000 of the API', '- Frontend: port 5173 of the page'],
  ['another language', '# Go\n- Line length: 120', '# Python\n- Line length: 88'],
  [
    'add against remove',
    '- Add a row to the table of prices',
    '- Remove a row from the table of prices of today',
  ],
  [
    'an example',
    '- Name the rows of the shop (example: row 2)',
    '- Name the rows of the shop (example: row 3)',
  ],
])('none: %s', (_, first, second) => expect(between(first, second)).toEqual([]))

it.each([
  ['of another folder', 'web/AGENTS.md'],
  ['of files by their own pattern', '.cursor/rules/web.mdc'],
])('none: %s', (_, path) => {
  const head = path.endsWith('.mdc') ? '---\nglobs: web/**\n---\n' : ''
  expect(between('- Package manager: npm', `${head}- Package manager: pnpm`, path)).toEqual([])
  expect(between('- Package manager: npm', '- Package manager: pnpm', 'GEMINI.md')).toHaveLength(1)
})
