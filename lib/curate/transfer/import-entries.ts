import { z } from 'zod'
import { type EntryVector, insertEntries, readEntries } from '../../db/entries/entry-writes.ts'
import { insertOrigins } from '../../db/entries/origins.ts'
import { findLike, findSource, insertNotes } from '../../db/entries/transfer-rows.ts'
import { ensureProject, findProject } from '../../db/projects.ts'
import { listSuppressed, suppressAll } from '../../db/purge/suppressions.ts'
import type { Reader, Store } from '../../db/store.ts'
import { command } from '../../memory/command.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import { EXPERIENCE_WORD_LIMIT, experienceWordCount } from '../../memory/experience.ts'
import type { TransferReport } from '../../memory/views/curation.ts'
import { type CurateDeps, writeChanges } from '../change-entries.ts'
import type { Curates } from '../curation.ts'
import { headerSchema, type Portable, portableSchema } from './portable.ts'

export const importPolicySchema = z.enum(['skip', 'replace', 'keep-both'])

const inputSchema = z.object({
  project: z.string().min(1).max(80),
  text: z.string(),
  /** What to do with an entry that is here under the same id and says something else. */
  policy: importPolicySchema.default('skip'),
  dryRun: z.boolean().default(false),
})
export type TransferInput = z.infer<typeof inputSchema>

export const bringEntries = command({
  name: 'importEntries',
  input: inputSchema,
  run: async (input, { curation }: Curates) => await importEntries(input, curation.as()),
})

/** Also the kinds of secrets in any text: reasons, notes and names travel with an entry and stay here for good. */
type ImportDeps = CurateDeps & { secretsIn: (text: string) => string[] }

type Line = { line: number; portable: Portable; entry: MemoryEntry; position: number | null }
type Sorted = {
  fresh: Line[]
  conflicting: { line: Line; before: MemoryEntry }[]
  same: Line[]
  suppressed: Line[]
}

/**
 * Brings an export of another Loupe in, one revision, all or none. What a person here retired or purged stays out, what is
 * here already is left. Throws UserError `bad-line` or `secret` with the numbers of all faulty lines; then nothing was stored.
 */
export async function importEntries(input: TransferInput, deps: ImportDeps): Promise<TransferReport> {
  const { store, by } = deps
  const portables = readLines(input.text, deps)
  if (input.dryRun) {
    const project = await findProject(store, input.project)
    return report(await sort(store, store, project?.id ?? null, portables), input, null)
  }
  const vectors = new Map<number, EntryVector>()
  for (const { line, portable } of portables) vectors.set(line, await deps.embed(portable.entry.description))
  return await store.write({ by, verb: 'import-entries' }, async (tx, revise) => {
    const project = await ensureProject(store, tx, input.project, 'imported')
    const sorted = await sort(tx, store, project.id, portables)
    const added = [...sorted.fresh]
    const replaced = input.policy === 'replace' ? sorted.conflicting : []
    if (input.policy === 'keep-both')
      for (const { line, before } of sorted.conflicting) added.push(besides(line, before, store.nextId('m')))
    if (added.length + replaced.length === 0) return report(sorted, input, null)
    const revision = await revise(project.id)
    const ready = added.map(({ entry, ...line }) => ({
      ...line,
      entry:
        project.reviewGate && entry.lifecycle === 'approved'
          ? { ...entry, lifecycle: 'candidate' as const }
          : entry,
    }))
    await insertEntries(
      tx,
      revision,
      ready.map(({ entry, position, line }) => ({
        entry,
        position,
        vectors: [vectors.get(line)].flatMap((one) => one ?? []),
      })),
    )
    const retired = ready.flatMap(({ entry }) => (entry.lifecycle === 'retired' ? [entry] : []))
    if (retired.length > 0) await suppressAll(store, tx, retired, by)
    if (replaced.length > 0)
      await writeChanges(
        tx,
        async () => revision,
        replaced.map(({ line, before }) => {
          const vector = vectors.get(line.line)
          return {
            before,
            after: { ...line.entry, revision: before.revision },
            ...(vector ? { vector } : {}),
          }
        }),
        deps,
      )
    for (const { entry, portable } of ready) {
      await insertOrigins(
        tx,
        revision,
        portable.origins.map((origin) => ({ entryId: entry.id, ...origin })),
      )
      await insertNotes(store, tx, entry.id, portable.notes)
    }
    return report(sorted, input, revision)
  })
}

/** A conflicting entry under an id of its own, linked to the one that is here. */
function besides(line: Line, before: MemoryEntry, id: string): Line {
  const origins = [...line.portable.origins, { sourceId: before.id, how: 'copy' as const }]
  return { ...line, entry: { ...line.entry, id }, portable: { ...line.portable, origins } }
}

function readLines(text: string, deps: ImportDeps): { line: number; portable: Portable }[] {
  const lines = text.split('\n')
  const header = headerSchema.safeParse(parseLine(lines[0] ?? '', 1))
  if (!header.success)
    throw badLine(
      1,
      'This is not an export of entries.',
      'The first line must be the header that `npm run export` writes.',
    )
  const faults: UserError[] = []
  const lineOfId = new Map<string, number>()
  const portables = lines.slice(1).flatMap((content, i) => {
    if (content.trim() === '') return []
    const line = i + 2
    try {
      const portable = readPortable(content, line, deps)
      const { id } = portable.entry
      const before = lineOfId.get(id)
      if (before !== undefined)
        throw badLine(line, `The id ${id} stands on line ${before} already.`, 'Take one of the two out.')
      lineOfId.set(id, line)
      return [{ line, portable }]
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      faults.push(error)
      return []
    }
  })
  if (faults.length > 0) throw allOf(faults)
  if (portables.length !== header.data.count)
    throw badLine(
      lines.length,
      `The header announces ${header.data.count} entries, the file holds ${portables.length}.`,
      'It was cut off or edited: export it again, or correct the header.',
    )
  return portables
}

/** One line as an entry that may be stored. A lesson that is too long comes in and is flagged: it was served where it comes from. */
function readPortable(content: string, line: number, deps: ImportDeps): Portable {
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
  refuseSecrets(line, deps.inspect(description, experience, repo).secrets, 'The text')
  for (const [path, text] of textsOf(stored)) refuseSecrets(line, deps.secretsIn(text), path)
  if (!isTooLong) return parsed.data
  const flagged = [...new Set([...flags, TOO_LONG])].sort()
  return { ...parsed.data, entry: { ...parsed.data.entry, flags: flagged } }
}

const TOO_LONG = 'too-long'

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

/** Faults told at once; the rest is counted. */
const FAULTS_TOLD = 20

/** All that is wrong with a file in one fault, with the lines. */
function allOf(faults: readonly UserError[]): UserError {
  const [first] = faults
  if (first === undefined || faults.length === 1) return first ?? badLine(1, 'Not read.', '')
  const told = faults.slice(0, FAULTS_TOLD).map(({ place, message }) => `${place}: ${message}`)
  const more = faults.length > FAULTS_TOLD ? ` And ${faults.length - FAULTS_TOLD} more.` : ''
  const code = faults.every((fault) => fault.code === first.code) ? first.code : 'bad-line'
  return new UserError(code, `${faults.length} lines cannot be taken. ${told.join(' ')}${more}`, {
    hint: 'Mend or take out these lines and correct the count in the header. Nothing was stored.',
    place: faults
      .map(({ place }) => place?.replace('line ', ''))
      .join(', ')
      .replace(/^/, 'lines '),
  })
}

/** Every text of a value with where it stands, e.g. `notes.0.text`. */
function* textsOf(value: unknown, path: string[] = []): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path.join('.'), value]
  else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) yield* textsOf(one, [...path, name])
}

function parseLine(content: string, line: number): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw badLine(line, 'The line is not JSON.', 'Send JSON Lines as `npm run export` writes them.')
  }
}

function badLine(line: number, message: string, hint: string): UserError {
  return new UserError('bad-line', message, { hint: `${hint} Nothing was stored.`, place: `line ${line}` })
}

/** What each line means to the store as it is: new here, here already, here and different, or kept out. */
async function sort(
  reader: Reader,
  store: Store,
  projectId: string | null,
  portables: { line: number; portable: Portable }[],
): Promise<Sorted> {
  const ids = portables.map(({ portable }) => portable.entry.id)
  const known = new Map((await readEntries(reader, ids)).map((entry) => [entry.id, entry]))
  const keys = portables.map(({ portable }) => portable.entry.suppressionKey)
  const standing =
    projectId === null ? new Set<string>() : await listSuppressed(store, reader, projectId, keys)
  const sorted: Sorted = { fresh: [], conflicting: [], same: [], suppressed: [] }
  for (const { line, portable } of portables) {
    const here = known.get(portable.entry.id)
    const source = await findSource(reader, projectId ?? '', portable.source)
    const { position, ...home } = source
    const entry: MemoryEntry = {
      ...portable.entry,
      ...home,
      projectId: projectId ?? '',
      revision: here?.revision ?? 0,
    }
    const one: Line = { line, portable, entry, position }
    if (here && here.projectId === projectId) {
      if (saysTheSame(here, entry)) sorted.same.push(one)
      else sorted.conflicting.push({ line: one, before: here })
    } else if (standing.has(entry.suppressionKey) && entry.lifecycle !== 'retired')
      sorted.suppressed.push(one)
    else if (projectId !== null && (await findLike(reader, projectId, entry))) sorted.same.push(one)
    // Another project of this store has the id: the entry gets one of its own.
    else sorted.fresh.push(here ? besides(one, here, store.nextId('m')) : one)
  }
  return sorted
}

/** Equal in all that travels; when it was last touched, and that its length was noted at an import, does not count. */
function saysTheSame(a: MemoryEntry, b: MemoryEntry): boolean {
  const view = ({
    revision: _r,
    updatedAt: _u,
    episodeId: _e,
    subtaskId: _s,
    reviewedBy,
    reviewedAt,
    flags,
    ...entry
  }: MemoryEntry) =>
    JSON.stringify(
      Object.entries({
        ...entry,
        flags: flags.filter((flag) => flag !== TOO_LONG),
        reviewedBy: reviewedBy ?? null,
        reviewedAt: reviewedAt ?? null,
      }).sort(),
    )
  return view(a) === view(b)
}

function report(
  { fresh, conflicting, same, suppressed }: Sorted,
  { policy, dryRun }: TransferInput,
  revision: number | null,
): TransferReport {
  const name = ({ line, entry }: Line) => ({ line, entryId: entry.id, title: entry.experience.title })
  return {
    dryRun,
    policy,
    new: fresh.length,
    same: same.length,
    conflicting: conflicting.length,
    suppressed: suppressed.length,
    added: fresh.slice(0, 100).map(name),
    sames: same.slice(0, 100).map(name),
    conflicts: conflicting.slice(0, 100).map(({ line }) => name(line)),
    keptOut: suppressed.slice(0, 100).map(name),
    revision,
  }
}
