import { UserError } from '../../memory/errors.ts'
import { EXPERIENCE_WORD_LIMIT, experienceWordCount } from '../../memory/experience.ts'
import { jsonOf } from '../../memory/text/json-lines.ts'
import type { CurateDeps } from '../change-entries.ts'
import { headerSchema, type Portable, portableSchema } from './portable.ts'

export type PortableLine = { line: number; portable: Portable }

/** Flag of a lesson that came in longer than one is made. */
export const TOO_LONG = 'too-long'

/** `secretsIn`: kinds of secrets in any text; reasons, notes and names travel with an entry and stay for good. */
export type Scanners = Pick<CurateDeps, 'inspect'> & { secretsIn: (text: string) => string[] }

/** Faults told at once; the rest is counted. */
const FAULTS_TOLD = 20

/**
 * The entries of an export, line by line. Throws UserError `bad-line` or `secret` with the first faulty lines and how many there are,
 * after the last line: what came before is to be kept only then.
 */
export function* readPortables(text: string, scanners: Scanners): Generator<PortableLine, void> {
  const lines = linesOf(text)
  const header = headerSchema.safeParse(parseLine(lines.next().value ?? '', 1))
  if (!header.success)
    throw badLine(
      1,
      'This is not an export of entries.',
      'The first line must be the header that `npm run export` writes.',
    )
  const faults = new Faults()
  const lineOfId = new Map<string, number>()
  let line = 1
  let count = 0
  for (const content of lines) {
    line++
    if (content.trim() === '') continue
    try {
      const portable = readPortable(content, line, scanners)
      const { id } = portable.entry
      const before = lineOfId.get(id)
      if (before !== undefined)
        throw badLine(line, `The id ${id} stands on line ${before} already.`, 'Take one of the two out.')
      lineOfId.set(id, line)
      count++
      if (faults.count === 0) yield { line, portable }
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      faults.add(error)
    }
  }
  faults.tell()
  if (count !== header.data.count)
    throw badLine(
      line,
      `The header announces ${header.data.count} entries, the file holds ${count}.`,
      'It was cut off or edited: export it again, or correct the header.',
    )
}

/** One by one: a file of nothing but line breaks has as many as bytes. */
function* linesOf(text: string): Generator<string, undefined> {
  for (let at = 0; at <= text.length; ) {
    const feed = text.indexOf('\n', at)
    const end = feed === -1 ? text.length : feed
    yield text.slice(at, end)
    at = end + 1
  }
}

/** What is wrong with a file: the first faults, and how many there are. A fault each would take a thousand times its line. */
class Faults {
  count = 0
  private readonly told: UserError[] = []
  private readonly codes = new Set<string>()

  add(fault: UserError): void {
    this.count++
    this.codes.add(fault.code)
    if (this.told.length < FAULTS_TOLD) this.told.push(fault)
  }

  /** Throws all of them as one. */
  tell(): void {
    const [first] = this.told
    if (first === undefined) return
    if (this.count === 1) throw first
    const told = this.told.map(({ place, message }) => `${place}: ${message}`)
    const places = this.told.map(({ place }) => place?.replace('line ', ''))
    const more = this.count - this.told.length
    throw new UserError(
      this.codes.size === 1 ? first.code : 'bad-line',
      `${this.count} lines cannot be taken. ${told.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
      {
        hint: 'Mend or take out these lines and correct the count in the header. Nothing was stored.',
        place: `lines ${places.join(', ')}`,
      },
    )
  }
}

/** Texts that `inspect` has looked at. */
const INSPECTED = /^entry\.(?:experience|description)\./

/** One line as an entry that may be stored. A lesson that is too long comes in and is flagged: it was served where it comes from. */
function readPortable(content: string, line: number, scanners: Scanners): Portable {
  const parsed = portableSchema.safeParse(parseLine(content, line))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw badLine(
      line,
      `${issue?.path.join('.') || 'The line'}: ${issue?.message ?? 'does not fit'}.`,
      'Export it again.',
    )
  }
  const { description, experience, repo, lifecycle, flags } = parsed.data.entry
  if (lifecycle === 'purged') throw badLine(line, 'A purged entry cannot come back.', 'Take the line out.')
  const isTooLong = experienceWordCount(experience) > EXPERIENCE_WORD_LIMIT
  // Versions are for reading and are not stored.
  const { versions: _versions, ...stored } = parsed.data
  refuseSecrets(line, scanners.inspect(description, experience, repo).secrets, 'The text')
  for (const [path, text] of textsOf(stored))
    if (!INSPECTED.test(path)) refuseSecrets(line, scanners.secretsIn(text), path)
  if (!isTooLong) return parsed.data
  const flagged = [...new Set([...flags, TOO_LONG])].sort()
  return { ...parsed.data, entry: { ...parsed.data.entry, flags: flagged } }
}

function refuseSecrets(line: number, kinds: readonly string[], path: string): void {
  if (kinds.length === 0) return
  throw new UserError(
    'secret',
    `${path} holds what looks like a secret (${[...new Set(kinds)].join(', ')}).`,
    {
      hint: 'Take it out of the line, or mend the entry where it comes from and export it again. Nothing was stored.',
      place: `line ${line}`,
    },
  )
}

/** Every text of a value with where it stands, e.g. `notes.0.text`. */
function* textsOf(value: unknown, path: string[] = []): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path.join('.'), value]
  else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) yield* textsOf(one, [...path, name])
}

function parseLine(content: string, line: number): unknown {
  const value = jsonOf(content)
  if (value !== undefined) return value
  throw badLine(line, 'The line is not JSON.', 'Send JSON Lines as `npm run export` writes them.')
}

function badLine(line: number, message: string, hint: string): UserError {
  return new UserError('bad-line', message, { hint: `${hint} Nothing was stored.`, place: `line ${line}` })
}
