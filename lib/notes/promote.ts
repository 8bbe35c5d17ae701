import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import type { Experience, Promoted } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { isNotes, MOST_BYTES } from './find-notes.ts'
import { patchOfTexts } from './patch.ts'

/** A file of rules as it is: its text, or null where there is none yet. */
interface RuleFile {
  /** From the root, with slashes; of a link the file that it leads to. */
  path: string
  text: string | null
}

/** Where a first rule goes in files that say when they are read. */
const HEADS: readonly { pattern: RegExp; head: string }[] = [
  { pattern: /\.mdc$/, head: '---\nalwaysApply: true\n---\n\n' },
  { pattern: /\.instructions\.md$/, head: '---\napplyTo: "**"\n---\n\n' },
]

/** The file of rules at a path of a folder. Throws UserError `no-folder`, `no-rule-file`, `unreadable`. */
export function readRuleFile(root: string, path: string): RuleFile {
  const named = posix.normalize(path.trim().replaceAll('\\', '/'))
  if (named.startsWith('/') || named.split('/').includes('..') || !isNotes(named))
    throw new UserError('no-rule-file', `${path.slice(0, 200)} is no file of rules that an agent reads.`, {
      hint: 'Name one below the folder: AGENTS.md, CLAUDE.md, .claude/rules/NAME.md, .cursor/rules/NAME.mdc …',
    })
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(
      'no-folder',
      `${root.slice(0, 200)} is no folder on the machine that Loupe runs on.`,
      {
        hint: 'Give the absolute path of the repository.',
      },
    )
  const top = realpathSync(root)
  const at = join(top, named)
  const found = statSync(at, { throwIfNoEntry: false })
  const real = found ? realpathSync(at) : join(realOf(dirname(at)), posix.basename(named))
  if (!real.startsWith(top + sep))
    throw new UserError('no-rule-file', `${named} leads out of ${root}.`, {
      hint: 'Name the file it leads to, in its own folder.',
    })
  const own = relative(top, real).replaceAll(sep, '/')
  if (!found) return { path: own, text: null }
  const bytes = found.isFile() && found.size <= MOST_BYTES ? readFileSync(real) : null
  const text = bytes?.toString('utf8')
  if (!bytes || text === undefined || text.includes('\0') || !Buffer.from(text).equals(bytes))
    throw new UserError('unreadable', `${named} is no text in UTF-8 of at most ${MOST_BYTES} bytes.`, {
      hint: 'Choose another file.',
    })
  return { path: own, text }
}

/** What a lesson adds to a file: a line with the bullet of the list that ends it, after an empty line where it ends in none. */
export function promotionOf({ when, do: advice, title }: Experience, { path, text }: RuleFile): Promoted {
  const line = [when.replace(/[\s.:,;]+$/, ''), advice || title].map(oneLine).filter(Boolean).join(': ')
  const before = (text ?? '').split('\n').map((one) => one.replace(/\r$/, ''))
  const last = before.findLast((one) => one !== '') ?? ''
  const bullet = /^\s*([-*+])\s/.exec(last)?.[1]
  const endsEmpty = text === null || text === '' || /\n\r?\n$/.test(text)
  return {
    file: path,
    isNew: text === null,
    text: `${bullet || endsEmpty ? '' : '\n'}${bullet ?? '-'} ${line}`,
  }
}

/** The patch that adds it, for `git apply`; every other byte stays. */
export function promotionPatch({ path, text }: RuleFile, { text: added }: Promoted): string {
  if (text === null) {
    const head = HEADS.find(({ pattern }) => pattern.test(path))?.head ?? ''
    return patchOfTexts(path, null, `${head}${added}\n`)
  }
  const lines = withEnds(added, text)
  const after =
    text === '' || text.endsWith('\n') ? `${text}${lines}${endOf(text)}` : `${text}${endOf(text)}${lines}`
  return patchOfTexts(path, text, after)
}

/** The patch that takes it out again; empty where the file does not have it, as it was added, any more. */
export function demotionPatch({ path, text }: RuleFile, { text: added, isNew }: Promoted): string {
  if (text === null) return ''
  const head = HEADS.find(({ pattern }) => pattern.test(path))?.head ?? ''
  if (isNew && text === `${head}${added}\n`) return patchOfTexts(path, text, null)
  const bare = (line: string) => line.replace(/\r$/, '')
  const lines = text.split('\n')
  const wanted = added.split('\n')
  const startOf = (some: readonly string[]) =>
    lines.findLastIndex((_, at) => some.every((one, nth) => bare(lines[at + nth] ?? '\0') === one))
  // The empty line before it may have gone since.
  const [whole, alone] = [startOf(wanted), startOf(wanted.slice(-1))]
  const [at, count] = whole === -1 ? [alone, 1] : [whole, wanted.length]
  if (at === -1) return ''
  const isLast = at + count === lines.length
  lines.splice(at, count)
  // The line before it was the last, and had no end, before this one came.
  if (isLast && lines.length > 0) lines.push(bare(lines.pop() ?? ''))
  return patchOfTexts(path, text, lines.join('\n'))
}

/** No end of line, control or invisible character goes into a file that agents obey. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim()
}

/** How lines of a text end: as most do. */
function endOf(text: string): string {
  return 2 * (text.match(/\r\n/g)?.length ?? 0) > (text.match(/\n/g)?.length ?? 0) ? '\r\n' : '\n'
}

function withEnds(added: string, text: string): string {
  return added.split('\n').join(endOf(text))
}

/** A folder's own path, of one that is not there yet too. */
function realOf(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false })
    ? realpathSync(folder)
    : join(realOf(dirname(folder)), posix.basename(folder.replaceAll(sep, '/')))
}
