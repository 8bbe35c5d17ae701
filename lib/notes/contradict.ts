import type { NoteFile } from './find-notes.ts'
import type { Note } from './split-notes.ts'

// Two notes contradict each other when they give two answers to a question that has one, of the same place. What notes
// forbid in free words was compared before, and none of 10 such findings was right (docs/audit.md). All limits ours.

/** An answer that a note gives to a question that has one. */
interface Answer {
  note: Note
  question: string
  answer: string
}

/** Choices of which a project makes one. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  'package manager': ['npm', 'pnpm', 'yarn', 'bun'],
  'package manager of Python': ['pip', 'poetry', 'uv', 'pipenv', 'conda'],
  'test runner': ['jest', 'vitest', 'mocha', 'ava'],
  'end-to-end tests': ['playwright', 'cypress', 'selenium'],
  'test runner of Python': ['pytest', 'unittest'],
  linter: ['eslint', 'biome', 'oxlint'],
  'formatter of Python': ['black', 'ruff', 'yapf', 'autopep8'],
  formatter: ['prettier', 'biome', 'dprint'],
  types: ['mypy', 'pyright'],
  bundler: ['webpack', 'vite', 'parcel', 'rspack', 'rollup'],
  state: ['zustand', 'redux', 'jotai', 'mobx', 'recoil'],
  database: ['mysql', 'postgresql', 'mongodb', 'mariadb', 'sqlite'],
  orm: ['prisma', 'drizzle', 'typeorm', 'sequelize', 'mongoose'],
  server: ['express', 'fastify', 'nestjs', 'hono', 'koa'],
  'server of Python': ['django', 'flask', 'fastapi'],
  'build of Java': ['maven', 'gradle'],
  branch: ['main', 'master', 'develop', 'dev', 'trunk'],
  quotes: ['single', 'double'],
  exports: ['named', 'default'],
  indent: ['tabs', 'spaces'],
  merge: ['squash', 'rebase'],
  'case': ['camelcase', 'pascalcase', 'kebab-case', 'snake_case', 'screaming_snake_case'],
  'sort of key': ['uuid', 'bigint', 'serial', 'cuid', 'ulid'],
} // biome-ignore format: one list, read as one
const SYNONYMS: Readonly<Record<string, string>> = {
  postgres: 'postgresql',
  nest: 'nestjs',
  npx: 'npm',
  bunx: 'bun',
}

/** Tools whose version a list of what a project is made of gives, and those of which the second number counts. */
const MADE_OF =
  'Node(?:\\.?js)?|Bun|Deno|Python|Go|Rust|Java|JDK|Kotlin|Ruby|PHP|Swift|Dart|Flutter|\\.NET|TypeScript|React Native|React|Next(?:\\.?js)?|Nuxt|Vue(?:\\.?js)?|Svelte(?:Kit)?|Angular|Astro|Expo(?: SDK)?|Electron|Tauri|Tailwind(?: ?CSS)?|Vite|Vitest|Jest|ESLint|Prisma|Zod|Express|NestJS|Django|Flask|Pydantic|SQLAlchemy|Laravel|Rails|Spring Boot|PostgreSQL|Postgres|MySQL|MongoDB|Redis|pnpm|Gradle|Unity|Godot|Storybook|Zustand|Three\\.js'
const VERSION = new RegExp(
  `(?<![\\p{L}\\d_.@/-])(${MADE_OF})\\s*[:(]?\\s*(?:version |v|>=\\s?|≥\\s?|\\^|~)?(\\d{1,2}(?:\\.(?:\\d+|x))*)(\\+?)(?![\\w%]|\\s*(?:-|–|to|or|/)\\s*\\d)`,
  'giu',
)
/** "Backend: Java 21 + PostgreSQL 16": what a project is made of, without a verb. */
const MADE = new RegExp(
  `^(?:[\\p{L}\\d_ /&-]{2,30}[:：]\\s*)?(?:${MADE_OF})\\s*[:(]?\\s*(?:version |v|>=\\s?|≥\\s?|\\^|~)?\\d`,
  'iu',
)
const LONGEST_LIST = 200
const BY_MINOR = /^(?:python|go|php|ruby)$/

/** What makes an answer hold for a part alone, or of another time. */
const PARTLY =
  /\b(?:unless|except|if|when|until|since|before|after|while|during|instead|rather|either|or|optional\w*|fallback|alternativ\w*|legacy|old|older|former\w*|deprecated|migrat\w*|upgrad\w*|downgrad\w*|previous\w*|currently|planned|future|todo|example|e\.g|compat\w*|support\w*|global\w*|both)\b/i
/** A command to install stands in these for another thing than the project. */
const ASIDE =
  /\b(?:if|else|alternativ\w*|fallback|legacy|old|examples?|global\w*|docker\w*|container|deploy\w*|consumers?|users?|plugins?|errors?|troubleshoot\w*|never|not|instead)\b/i
const SIDE =
  /\b(?:front-?end|back-?end|client|server|api|web|mobile|ios|android|desktop|admin|docs?|website|sdk|cli|worker|docker\w*|container|ci|production|prod|staging|local\w*|e2e|unit|integration|python|typescript|javascript|go|rust|java|kotlin|swift|php|ruby|css|html|json|yaml|sql|markdown|commits?|comments?|tests?|examples?|templates?|plugins?|bash|shell|jsx|props?|imports?|strings?|files?|folders?|components?|hooks?|classes|functions?|variables?|constants?|tables?|columns?|routes?|urls?|packages?|new)\b/gi

const plain = (text: string) => text.replace(/\*\*|__|`/g, '')
const sidesOf = ({ text, context }: Note) =>
  [...new Set([...context, text].join(' ').toLowerCase().match(SIDE) ?? [])].sort().join(' ')

/** Which files' notes are read at the same times of the same files; null when that cannot be told. */
function placeOf({ path, at, scope, everySession, text }: NoteFile): string | null {
  const head = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1]
  const isPlain = head === undefined && path !== at && !/\/(?:rules|memory)\//.test(path)
  if (everySession || isPlain) return scope
  const globs = /^(?:globs|paths|applyTo):[^\n]*(?:\n\s+-.*)*/m
    .exec(head ?? '')?.[0]
    .replace(/^\w+:|[\s'"[\]-]/g, '')
  return globs ? `${scope} ${globs}` : null
}

/** "Testing: Vitest": a label, and one of the choices. */
const LABELLED = /^(\p{L}[\p{L}\d_ /&-]{1,28}?)\s*(?:[:：]|\||—)\s*(.{2,120})$/u
const PORT = /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{4,5})\b|\bport:?\s+(\d{4,5})\b/gi
const INSTALL =
  /^(?:\$ )?(npm (?:install|ci|i)|pnpm (?:install|i)|yarn(?: install)?|bun (?:install|i))(?:\s+#.*)?$/
const INSTALLED = 'package manager'
const IS_MANAGER =
  /\bpackage manage(?:r|ment)\W{1,4}(?:is )?(npm|pnpm|yarn|bun)\b|^(?:always )?use (npm|pnpm|yarn|bun) (?:for (?:all|package|dependency|everything)|as\b|exclusively|only|\(not|, not|not )/i
const LINE_LENGTH = /\b(?:line (?:length|width)|print ?width)\D{0,24}(\d{2,3})\b(?!%)/i
const COVERAGE =
  /^[^\d,;(]{0,40}(\d{2,3}) ?%\+? (?:[a-z]+ )?coverage\b|^[^\d,;(]{0,24}\bcoverage\b[^\d,;]{0,24}(\d{2,3}) ?%/i

function answersOf(note: Note): Answer[] {
  const text = plain(note.text)
  const found: Omit<Answer, 'note'>[] = []
  const say = (question: string, answer: string | undefined) => {
    if (answer) found.push({ question, answer: answer.toLowerCase() })
  }
  if (text.length <= LONGEST_LIST && MADE.test(text))
    for (const [, tool = '', number = '', plus = ''] of text.matchAll(VERSION)) {
      const name = tool.toLowerCase().replace(/\.?js$|[ .]|css$|sdk$/g, '')
      const parts = number.split('.').slice(0, BY_MINOR.test(name) ? 2 : 1)
      if (!BY_MINOR.test(name) || parts.length === 2) say(`version of ${name}`, parts.join('.') + plus)
    }
  const manager = IS_MANAGER.exec(text)
  if (manager) say(INSTALLED, manager[1] ?? manager[2])
  const isAside = ASIDE.test([...note.context, note.text].join(' ')) || /` or `/.test(note.text)
  const commands = isAside
    ? []
    : [
        ...note.code.map((line) => line.text.trim()),
        ...[...note.text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
      ]
  for (const command of commands) say(INSTALLED, INSTALL.exec(command)?.[1]?.split(' ')[0])
  const sides = sidesOf(note)
  say(`line length ${sides}`, LINE_LENGTH.exec(text)?.[1])
  const coverage = COVERAGE.exec(text)
  if (coverage) say(`coverage ${sides}`, coverage[1] ?? coverage[2])
  const [, label, value = ''] = LABELLED.exec(text) ?? []
  if (label) {
    const ports = [...value.matchAll(PORT)]
    if (ports.length === 1) say(`port of ${label}`, ports[0]?.[1] ?? ports[0]?.[2])
    for (const [choice, of] of Object.entries(CHOICES)) {
      const words = new Set(
        (value.toLowerCase().match(/[a-z][\w.-]*/g) ?? []).map((word) => SYNONYMS[word] ?? word),
      )
      const chosen = of.filter((one) => words.has(one))
      if (chosen.length === 1 && !/\//.test(label)) say(`${choice} ${label.toLowerCase()}`, chosen[0])
    }
  }
  return found.map((one) => ({ note, ...one }))
}

const DENIED = /\b(?:do not|don't|never|must not|should not|avoid|no)\b/gi
const MUST = /\b(?:always|must|should|do|please)\b/gi
const PLACE_OF_CHOICE = new Map(
  Object.entries(CHOICES).flatMap(([choice, of]) =>
    of.map((one) => [one, `@${choice.replaceAll(' ', '-')}`]),
  ),
)

/** Each agent has its own files of these. */
const NAMES_AN_AGENT = /claude|agents?|gemini|codex|cursor|copilot|github|windsurf|readme|index/
const EXAMPLE = /\b(?:example|e\.g|for instance|such as|like)\b/
/** Telling words that the same sentence needs besides what differs. */
const FEWEST_WORDS = 3

/** The sentence without what may differ, and what stands in these places. */
function sentenceOf(note: Note): Answer | null {
  const text = plain(note.text.replace(/\]\([^)]*\)/g, ']'))
    .toLowerCase()
    .replace(/(?<=[\s(])\.{1,2}\//g, '')
  const isDenied = (text.match(DENIED) ?? []).length
  if (isDenied > 1 || EXAMPLE.test(text)) return null
  const values: string[] = [isDenied === 1 ? 'not' : 'do']
  const rest = text.replace(DENIED, ' ').replace(MUST, ' ')
  const words = (
    rest.match(
      /[\w@.-]*\/[\w./@-]*\w|(?<![\w./:-])\d[\d,]*(?:\.\d+)*(?![\w/:-])|[\p{L}_][\p{L}\d_-]*|\d+/gu,
    ) ?? []
  ).map((word) => {
    const known = SYNONYMS[word] ?? word
    // A file of one name in another folder, or with another ending.
    const stem = /\/([\w-]{4,})\.\w{1,5}$/.exec(word)?.[1]
    const place = stem ? `/${stem}` : /^\d/.test(word) ? '#' : PLACE_OF_CHOICE.get(known)
    if (place === undefined || (stem && NAMES_AN_AGENT.test(word))) return word
    values.push(known.replaceAll(',', ''))
    return place
  })
  if (words.filter((word) => /^\p{L}{3,}/u.test(word)).length < FEWEST_WORDS) return null
  return {
    note,
    question: `= ${words.join(' ')} ${note.code.map((line) => line.text).join('\n')}`,
    answer: values.join(' '),
  }
}

/** Pairs of notes of two files that answer one question of the same place differently, while each file gives one answer alone. */
export function contradictionsIn(notes: readonly Note[]): { note: Note; other: Note; sentence: string }[] {
  const answers = notes.flatMap((note) => {
    const sentence = sentenceOf(note)
    const isPart = PARTLY.test([...note.context, note.text].join(' '))
    const said = answersOf(note).filter(({ question }) => !isPart || question === INSTALLED)
    return [...said, ...(sentence ? [sentence] : [])]
  })
  const places = Map.groupBy(
    answers.filter(({ note }) => placeOf(note.file) !== null),
    ({ note, question }) => `${placeOf(note.file)}\n${question}`,
  )
  const found = [...places.values()].flatMap((of) => {
    const byFile = [...Map.groupBy(of, ({ note }) => note.file).values()].filter(
      (said) => new Set(said.map(({ answer }) => answer)).size === 1,
    )
    const [first, ...others] = byFile.map(([one]) => one)
    return others.flatMap((other) => {
      if (!first || !other || areOne(first, other) || sidesDiffer(first.note, other.note)) return []
      return [{ note: first.note, other: other.note, sentence: wordsFor(first, other) }]
    })
  })
  return [
    ...Map.groupBy(
      found,
      ({ note, other }) => `${note.file.path}:${note.fromLine} ${other.file.path}:${other.fromLine}`,
    ).values(),
  ].flatMap(([one]) => one ?? [])
}

/** Whether both can hold: the same, or one names the least and the other more. */
function areOne(a: Answer, b: Answer): boolean {
  if (a.answer === b.answer) return true
  const atLeast = (least: string, other: string) =>
    least.endsWith('+') && !other.endsWith('+') && Number.parseFloat(other) >= Number.parseFloat(least)
  if (a.question.startsWith('version')) return atLeast(a.answer, b.answer) || atLeast(b.answer, a.answer)
  if (!a.question.startsWith('= ')) return false
  // In the sentence one place alone may differ.
  const [mine, theirs] = [a.answer.split(' '), b.answer.split(' ')]
  return mine.filter((value, nth) => value !== theirs[nth]).length !== 1
}

function sidesDiffer(a: Note, b: Note): boolean {
  const [mine, theirs] = [a, b].map((note) => sidesOf(note).split(' ').filter(Boolean))
  if (!mine?.length || !theirs?.length) return false
  return !mine.some((side) => theirs.includes(side))
}

function wordsFor({ question, answer }: Answer, other: Answer): string {
  if (!question.startsWith('= ')) return `${question.trim()}: ${answer} here, ${other.answer} there`
  const [mine, theirs] = [answer.split(' '), other.answer.split(' ')]
  const nth = mine.findIndex((value, at) => value !== theirs[at])
  return nth === 0
    ? 'the same sentence, once denied'
    : `the same sentence, once with ${mine[nth]} and once with ${theirs[nth]}`
}
