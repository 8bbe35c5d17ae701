import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Audit, auditNotes } from './audit.ts'
import { findNotes } from './find-notes.ts'
import { pageOf } from './page.ts'
import { patchOf, safeEdits } from './patch.ts'
import { splitNotes } from './split-notes.ts'
import { treeOnDisk } from './tree.ts'

const KEY = ['sk-proj', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0'].join('-')
const CLAUDE = `# Shop

## Layout
- \`src/cart.ts\` keeps the cart of a visitor
- \`src/old/prices.ts\` reads the prices from the table
- \`src/checkout.ts\` is described in \`docs/never-written.md\`
- \`computeTotals()\` adds the tax, \`WebSocket\` comes with the platform
- \`src/legacy.ts\` was removed
- Build into \`dist/shop.js\`

## Commands
Run \`npm run check\` before a commit, \`npm run seed\` once a day.

\`\`\`bash
make deploy
make smoke
\`\`\`

## Rules
- Write clean, maintainable code
- Never push the release branch by hand
- Keep every price of the shop in whole cents of the currency
- Push the release branch by hand
- Keep every price of the shop in whole cents of the currency
- The key is ${KEY}
- Install with \`curl https://shop.example/i.sh | sh\`
- If \`notes/seed.md\` exists, read it first

\`\`\`bash
cat notes/seed.md
\`\`\`
`

let root = ''
let audit: Audit

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function git(...args: string[]) {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', '-c', 'commit.gpgsign=false']
  return execFileSync('git', ['-C', root, ...who, ...args], { encoding: 'utf8' })
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'loupe-notes-'))
  git('init', '-q', '-b', 'main')
  write({
    'CLAUDE.md': CLAUDE,
    '.gitignore': 'dist/\n',
    '.cursor/rules/ui.mdc': '---\nglobs: src/ui/**\n---\n- Buttons are in `src/button.ts`\r\n',
    'src/cart.ts': 'export const cart = new WebSocket("x")\n',
    'src/old/prices.ts': 'export const prices = ["a long enough text that git sees a rename", 1, 2, 3]\n',
    'src/checkout.ts': 'export function computeTotals() {}\n',
    'src/button.ts': 'export {}\n',
    'docs/index.md': 'nothing\n',
    'notes/seed.md': 'sow\n',
    'package.json': JSON.stringify({ scripts: { check: 'x', seed: 'y' } }),
    Makefile: 'deploy:\n\techo\nsmoke:\n\techo\n',
  })
  git('add', '-A')
  git('commit', '-qm', 'first')
  git('mv', 'src/old/prices.ts', 'src/prices.ts')
  rmSync(join(root, 'src/button.ts'))
  rmSync(join(root, 'notes/seed.md'))
  write({
    'src/cart.ts': 'export const cart = 1\n',
    'src/checkout.ts': 'export function sumUp() {}\n',
    'package.json': JSON.stringify({ scripts: { check: 'x' } }),
    Makefile: 'deploy:\n\techo\n',
  })
  git('add', '-A')
  git('commit', '-qm', 'second')
  symlinkSync('CLAUDE.md', join(root, 'AGENTS.md'))
  audit = await auditNotes(root, join(root, 'no-home'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const named = (certainty: string) =>
  audit.gone.filter((one) => one.certainty === certainty).map(({ kind, name }) => `${kind} ${name}`)

describe('notes of a repository', () => {
  it('are found in every agent’s files, a link once, and say which come with every session', () => {
    expect(audit.files.map(({ path, alsoAs, everySession }) => [path, alsoAs, everySession])).toEqual([
      ['.cursor/rules/ui.mdc', [], false],
      ['CLAUDE.md', ['AGENTS.md'], true],
    ])
    expect(audit.tokens).toEqual([{ reader: 'claude', count: Math.ceil(CLAUDE.length / 4) }])
  })

  it('are an item or a paragraph with its code, under its headings, with its lines', () => {
    const [command] = audit.notes.filter(({ text }) => text.startsWith('Run'))
    expect(command).toMatchObject({ context: ['Shop', 'Commands'], fromLine: 12, toLine: 17 })
    expect(command?.code.map(({ text }) => text)).toEqual(['make deploy', 'make smoke'])
  })

  it('name what is gone: proven where git saw a script or a path go after the line was written', () => {
    expect(named('proven').sort()).toEqual([
      'command seed',
      'command smoke',
      'file src/button.ts',
      'file src/old/prices.ts',
    ])
  })

  it('name what never was, or a symbol: doubtful; what may be missing by its own words, is ignored, told to be gone or the platform’s is not named', () => {
    expect(named('doubtful').sort()).toEqual(['file docs/never-written.md', 'symbol computeTotals'])
  })

  it('say where git saw a file go', () => {
    const of = (name: string) => audit.gone.find((one) => one.name === name)?.sentence
    expect(of('src/old/prices.ts')).toMatch(/^renamed to src\/prices\.ts in [0-9a-f]{8} on \d{4}-\d\d-\d\d$/)
    expect(of('src/button.ts')).toMatch(/^deleted in/)
  })

  it('that repeat, say nothing, are risky or hold a secret are found once each', () => {
    const lines = (said: Audit['same']) =>
      said.map(({ note, other }) => [note.fromLine, other?.fromLine ?? null])
    expect(lines(audit.same)).toEqual([[22, 24]])
    expect(lines(audit.nothing)).toEqual([[20, null]])
    expect(lines(audit.risky)).toEqual([[26, null]])
    expect(lines(audit.secrets)).toEqual([[25, null]])
  })

  it('are mended by a patch that git takes, and that leaves every other byte', () => {
    const patch = patchOf(safeEdits(audit))
    writeFileSync(join(root, 'notes.patch'), patch)
    git('apply', 'notes.patch')
    const lines = CLAUDE.split('\n').toSpliced(23, 1)
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(
      lines.join('\n').replace('src/old/prices.ts', 'src/prices.ts'),
    )
    git('checkout', '--', 'CLAUDE.md')
    rmSync(join(root, 'notes.patch'))
  })

  it('stand on a page that shows no secret, needs no script and escapes what notes say', () => {
    const page = pageOf(audit, '<b>shop</b>')
    expect(page).not.toContain(KEY)
    expect(page).not.toMatch(/<script|<b>|https?:\/\/(?!shop\.example)/)
    expect(page).toContain('renamed to src/prices.ts')
  })
})

it('names nothing that the note forbids, shows as wrong, imports in an example, or that is a web address or a dead link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-notes-'))
  const run = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args])
  try {
    run('init', '-q')
    mkdirSync(join(folder, 'docs/guide'), { recursive: true })
    const files = ['docs/guide/start.md', 'old.ts', 'wrong.ts', 'setup.js', 'gone.ts']
    for (const file of files) writeFileSync(join(folder, file), 'export const oldHelper_ = 1\n')
    symlinkSync('/nowhere/rules.md', join(folder, 'docs/rules.md'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@shop/own-tools' }))
    writeFileSync(
      join(folder, 'AGENTS.md'),
      [
        '- Never use `oldHelper_` in a page',
        '- Do not add a `setup.js` again',
        '- Cards link to `/guide/start`',
        '- Read `docs/rules.md`, and `@shop/own-tools` from within',
        '- Import from its folder\n\n```ts\nimport { a } from "./old.ts"\n```',
        '- `gone.ts` keeps the rows',
        '## ❌ Wrong',
        '- `wrong.ts` in the root',
      ].join('\n'),
    )
    run('add', '-A')
    run('commit', '-qm', 'first')
    for (const file of files) rmSync(join(folder, file))
    run('commit', '-qam', 'second')
    const { gone } = await auditNotes(folder, folder)
    expect(gone.map(({ name, certainty }) => [name, certainty])).toEqual([['gone.ts', 'doubtful']])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it.each([
  ['- The rows are in `src/rows.ts`', 'proven'],
  ['- The rows are in `rows.ts`', 'doubtful'],
  ['- The rows were in `src/rows.ts` before', 'doubtful'],
  ['- The parser is in `src/parser/`', 'proven'],
  ['- The design is in `docs/design.md`', 'proven'],
  ['- Write the design to the file `docs/design.md`', 'doubtful'],
  ['- The work goes on in `docs/plan.md`', 'doubtful'],
  ['- The settings are in `.vscode/settings.json`', 'doubtful'],
  ['- The folder of words is `docs/words/`', 'doubtful'],
  ['- `src/again.json` has the rows', 'doubtful'],
])('what git saw go: %s is %s', async (line, certainty) => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-notes-'))
  const run = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args])
  try {
    run('init', '-q')
    const paths = [
      'src/rows.ts',
      'src/parser/a.ts',
      'docs/design.md',
      'docs/plan.md',
      'docs/words/a.md',
      '.vscode/settings.json',
      'src/again.json',
    ]
    const all = () => {
      for (const path of paths) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), path)
      }
      run('add', '-A')
      run('commit', '-qm', 'there')
    }
    writeFileSync(join(folder, 'AGENTS.md'), line)
    all()
    run('rm', '-rq', ...paths)
    run('commit', '-qm', 'gone')
    if (line.includes('again')) {
      all()
      run('rm', '-rq', ...paths)
      run('commit', '-qm', 'gone again')
    }
    const { gone } = await auditNotes(folder, folder)
    expect(gone[0]?.certainty).toBe(certainty)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('without git nothing is proven to be gone', async () => {
  const plain = mkdtempSync(join(tmpdir(), 'loupe-notes-'))
  try {
    mkdirSync(join(plain, 'src'))
    writeFileSync(join(plain, 'src/a.ts'), '')
    writeFileSync(join(plain, 'AGENTS.md'), '- `src/b.ts` keeps the rows\n- `src/a.ts` reads them\n')
    const { gone, hasGit } = await auditNotes(plain, plain)
    expect(hasGit).toBe(false)
    expect(gone.map(({ name, certainty }) => [name, certainty])).toEqual([['src/b.ts', 'doubtful']])
  } finally {
    rmSync(plain, { recursive: true, force: true })
  }
})

it('what Claude Code wrote of a project by itself is read too, and no patch touches it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'loupe-home-'))
  try {
    const folder = join(home, '.claude', 'projects', root.replace(/[^A-Za-z0-9]/g, '-'), 'memory')
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'MEMORY.md'),
      '- The same long line about the prices of the shop\n- The same long line about the prices of the shop\n',
    )
    const files = await findNotes(await treeOnDisk(root), home)
    expect(files.map(({ path }) => path)).toContain(join(folder, 'MEMORY.md'))
    expect(files.flatMap(splitNotes).filter(({ text }) => text.startsWith('The same'))).toHaveLength(2)
    const { same, repeats } = await auditNotes(root, home)
    expect(same.some(({ note }) => note.file.path.startsWith(home))).toBe(true)
    expect(patchOf(safeEdits({ repeats, gone: [] }))).not.toContain('MEMORY')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
