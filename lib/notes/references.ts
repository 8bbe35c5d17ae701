import type { Note } from './split-notes.ts'

type ReferenceKind = 'file' | 'command' | 'package' | 'symbol'

/** Something of the repository that a note names. */
export interface Reference {
  kind: ReferenceKind
  name: string
  /** Whose command it is; empty of the others. */
  runner: string
  /** Line of the file it stands on, from 1. */
  line: number
}

const EXTENSION =
  /\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kt|swift|cs|fs|fsx|cpp|cc|hpp|h|c|php|sh|ps1|sql|md|mdx|mdc|json[c5l]?|ya?ml|toml|ini|cfg|css|scss|html|vue|svelte|astro|prisma|proto|graphql|lua|ex|exs|csproj|sln|tf|txt|env|dockerfile|lock|xml|gradle)$/i
const PATH = /^(?:\.{0,2}\/)?(?:[\w@.()[\]+-]+\/)*[\w@.()[\]+-]+\/?$/
/** What stands for a name that the reader is to fill in. */
const PLACEHOLDER =
  /[<>{}*$…]|\.\.\.|\b(?:your|my|foo|bar|baz|example|path\/to|xxx+|yyyy|nnn+|specific|some[A-Z]\w*|(?:module|agent|file|feature)-name|test_file|N)\b|^(?:name|filename)\b|\bX\b/i
/** An import in a block of code shows how one is written. */
const IMPORTS = /^\s*(?:import|export|from)\b.*['"]|\brequire\(/
const NOT_A_PATH =
  /^(?:https?:|www\.|mailto:|origin\/|upstream\/|feat\/|fix\/|application\/|text\/|image\/|~|\/(?!\w+\/))|^\d+(?:\.\d+)*$|^(?:node|next|vue|nuxt|express|three|d3|chart|socket|alpine|react|discord)\.(?:js|io|ts)$/i
const NO_SYMBOL = /^mcp__|^(?:camel|pascal|snake|kebab|screaming\w*|upper|lower)_?case$/i
const SYMBOL = /^(?:[A-Za-z_$][\w$]*(?:\.|::|#))*([A-Za-z_][\w]*)(?:\(\)|\([\w\s,.:=]*\))?$/
const RUNNERS: readonly { runner: string; pattern: RegExp }[] = [
  { runner: 'npm', pattern: /\b(?:npm|pnpm|yarn|bun)\s+(?:(?:-{1,2}[\w-]+(?:[= ][\w@./*-]+)?)\s+)*run\s+(?:-{1,2}[\w-]+\s+)*([A-Za-z][\w:.-]*)(?![\w:./-])/g },
  { runner: 'npm', pattern: /(?<=^|[;&$]\s*)(?:pnpm|yarn|bun)\s+([a-z][\w]*:[\w:.-]+)/g },
  { runner: 'make', pattern: /(?<=^|[;&$]\s*)make\s+(?:-C\s+\S+\s+)?([A-Za-z][\w.-]*)/g },
  { runner: 'just', pattern: /(?<=^|[;&$]\s*)just\s+([A-Za-z][\w-]*)/g },
  { runner: 'task', pattern: /(?<=^|[;&$]\s*)task\s+([A-Za-z][\w:.-]*)/g },
  { runner: 'tox', pattern: /(?<=^|[;&$]\s*)tox\s+(?:run\s+)?-e\s+([A-Za-z][\w.-]*)/g },
  { runner: 'cargo', pattern: /(?<=^|[;&$]\s*)cargo\s+([a-z][\w-]*)/g },
] // biome-ignore format: one list, read as one

/** Everything a note names that may be gone: in pieces of code, in links, and paths in its words. */
export function referencesOf(note: Note): Reference[] {
  const found: Reference[] = []
  const lines = note.file.text.split('\n').slice(note.fromLine - 1, note.toLine)
  const codeLines = new Set(note.code.map(({ line }) => line))
  for (const [nth, line] of lines.entries()) {
    const at = note.fromLine + nth
    const add = (kind: ReferenceKind, name: string, runner = '') =>
      found.push({ kind, name, runner, line: at })
    if (codeLines.has(at)) {
      const [plain] = line.split(/(?:^|\s)(?:#|\/\/)\s/)
      commandsIn((plain ?? '').trim(), add)
      if (IMPORTS.test(plain ?? '')) continue
      for (const word of (plain ?? '').split(/[\s"'`=(),;]+/)) if (word.includes('/')) addPath(word, add)
      continue
    }
    for (const [, piece = ''] of line.matchAll(/`([^`]+)`/g)) pieceOfCode(piece.trim(), add)
    for (const [, target = ''] of line.matchAll(/\]\(([^)\s]+)\)/g)) addPath(target, add)
    for (const [word] of line
      .replace(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, ' ')
      .matchAll(/(?<![\w/@:.-])[\w.-]+(?:\/[\w.-]+)+\.\w+(?![\w/])/g))
      addPath(word, add)
  }
  const seen = new Set<string>()
  return found.filter(({ kind, name }) => !seen.has(`${kind} ${name}`) && seen.add(`${kind} ${name}`))
}

type Add = (kind: ReferenceKind, name: string, runner?: string) => void

function pieceOfCode(piece: string, add: Add): void {
  commandsIn(piece, add)
  const words = piece.split(/\s+/)
  for (const word of words) addPath(word, add)
  if (words.length > 1 && !/\)$/.test(piece)) return
  if (/^@[\w.-]+\/[\w.-]+$|^[a-z][a-z\d]*(?:-[a-z\d]+)+$/.test(piece)) add('package', piece)
  const symbol = SYMBOL.exec(piece.replace(/^\S*\.\w+::/, ''))?.[1]
  if (
    symbol &&
    symbol.length >= 5 &&
    !NO_SYMBOL.test(symbol) &&
    /[a-z][A-Z]|_|\(/.test(piece) &&
    !EXTENSION.test(piece)
  )
    add('symbol', symbol)
}

function commandsIn(text: string, add: Add): void {
  for (const { runner, pattern } of RUNNERS)
    for (const [, name = ''] of text.matchAll(pattern))
      if (!PLACEHOLDER.test(name)) add('command', name.replace(/[.:]+$/, ''), runner)
}

function addPath(word: string, add: Add): void {
  const path = word
    .replace(/^@(?=[./\w]+\.\w+$)/, '')
    .replace(/[#?].*$|::.*$|:\d[\d,:-]*$|[,;:.]+$/g, '')
    .replace(/^\.\//, '')
  if (!PATH.test(path) || PLACEHOLDER.test(path) || NOT_A_PATH.test(path) || path.length < 4) return
  if (EXTENSION.test(path) || path.includes('/')) add('file', path)
}
