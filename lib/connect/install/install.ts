import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Edit } from './edits.ts'

/** Where an agent is connected. */
export type Place = {
  home: string
  /** Root of one repository; null = for all of a person's work. */
  root: string | null
  /** Folder in which the running Loupe says where it listens. */
  dataPath: string
  /** The hook script, at a path that stays the same from version to version. */
  hookPath: string
}

/** A file of Loupe's own, or Loupe's part in a file that is another's. */
export type Part = { path: string; text: string } | { path: string; edit: Edit }

/** How an agent is connected; one file each in agents/. */
export type Installer = {
  /** What is known to work: a version that it was tried on, or the documentation only. */
  basis: string
  parts: (place: Place) => Part[]
  /** What a person has to do besides. */
  next: string | null
}

/** What became, or would become, of one file. */
export type FileAct = {
  path: string
  act: 'written' | 'changed' | 'same' | 'removed' | 'left'
  why?: string
}

/** What was there before Loupe wrote, so that it can be put back to the byte. */
const recordSchema = z.array(
  z.object({
    path: z.string(),
    /** Base64; null where there was no file. */
    before: z.string().nullable(),
    /** SHA-256 of what was written. */
    hash: z.string(),
    /** Folders that were made for it, innermost first. */
    folders: z.array(z.string()),
  }),
)
type Written = z.infer<typeof recordSchema>[number]

const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const readOr = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null)

/** Writes what connects an agent, or with `dry` only says it. A second time changes nothing. Throws UserError `not-parsed` before anything is written. */
export function install(installer: Installer, place: Place, record: string, dry: boolean): FileAct[] {
  const made = installer.parts(place).map((part) => {
    const before = readOr(part.path)
    return {
      path: part.path,
      before,
      text: 'text' in part ? part.text : part.edit.add(before?.toString('utf8') ?? ''),
    }
  })
  const fresh = made.filter(({ before, text }) => before === null || before.toString('utf8') !== text)
  const acts = made.map(({ path, before, text }): FileAct => {
    const act = before === null ? 'written' : before.toString('utf8') === text ? 'same' : 'changed'
    return { path, act }
  })
  if (dry || fresh.length === 0) return acts
  const known = readRecord(record)
  const written = fresh.map(({ path, before, text }): Written => {
    const earlier = known.find((one) => one.path === path)
    const folders = earlier?.folders ?? missingFolders(path)
    return {
      path,
      before: earlier ? earlier.before : (before?.toString('base64') ?? null),
      hash: hashOf(text),
      folders,
    }
  })
  // What was there is kept before the first file changes: a kill in between can be taken back too.
  put(
    record,
    JSON.stringify([...known.filter((one) => !written.some(({ path }) => path === one.path)), ...written]),
  )
  for (const { path, text } of fresh) put(path, text)
  return acts
}

/** Takes out what connecting wrote. A file as Loupe left it becomes what it was before; of another only Loupe's part goes. */
export function uninstall(installer: Installer, place: Place, record: string, dry: boolean): FileAct[] {
  const parts = new Map(installer.parts(place).map((part) => [part.path, part]))
  const written = readRecord(record)
  const acts = written.map((one): FileAct => {
    const { path } = one
    const now = readOr(path)
    if (now === null) return { path, act: 'same' }
    const before = one.before === null ? null : Buffer.from(one.before, 'base64')
    // A kill came before it was changed: what looks like Loupe's part is a person's.
    if (before?.equals(now)) return { path, act: 'same' }
    if (hashOf(now) === one.hash) {
      if (!dry) restore(path, before)
      return { path, act: before === null ? 'removed' : 'changed' }
    }
    const part = parts.get(path)
    if (!part || 'text' in part) return { path, act: 'left', why: 'it was changed since Loupe wrote it' }
    const text = now.toString('utf8')
    const without = part.edit.remove(text, before?.toString('utf8') ?? '')
    if (without !== text && !dry) put(path, without)
    return { path, act: without === text ? 'same' : 'changed' }
  })
  if (dry) return acts
  for (const { path } of written) rmSync(besideOf(path), { force: true })
  for (const folder of written.flatMap(({ folders }) => folders)) removeIfEmpty(folder)
  rmSync(record, { force: true })
  return acts
}

/** Files that connecting wrote and that are no longer as it left them. */
export function findChanged(record: string): string[] {
  return readRecord(record).flatMap(({ path, hash }) => {
    const now = readOr(path)
    return now !== null && hashOf(now) === hash ? [] : [path]
  })
}

function readRecord(record: string): Written[] {
  const bytes = readOr(record)
  return bytes === null ? [] : recordSchema.parse(JSON.parse(bytes.toString('utf8')))
}

/** Written beside and renamed: whoever reads, or a kill, meets the old file or the new one. */
function put(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  const beside = besideOf(path)
  writeFileSync(beside, content)
  renameSync(beside, path)
}

/** Where a file is written before it takes its place; a kill leaves it there. */
const besideOf = (path: string) => `${path}.loupe`

function restore(path: string, before: Buffer | null): void {
  if (before === null) rmSync(path)
  else put(path, before)
}

function missingFolders(path: string): string[] {
  const missing: string[] = []
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.push(folder)
  return missing
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Something of a person's is in it.
  }
}
