import { createWriteStream, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXPORT_FORMATS, type ExportFormat } from '../lib/curate/transfer/export-entries.ts'
import { secretsIn } from '../lib/extract/secret-scan.ts'
import { mappingOf, memoryText, writeMemory } from '../lib/ingest/memories/all-memories.ts'
import { editsOfEntries } from '../lib/notes/as-entries.ts'
import { findNotes } from '../lib/notes/find-notes.ts'
import { patchOf } from '../lib/notes/patch.ts'
import { splitNotes } from '../lib/notes/split-notes.ts'
import { treeOnDisk } from '../lib/notes/tree.ts'
import type { ReachedLoupe } from './reach/remote-loupe.ts'
import { readArguments, readGiven, runScript, UsageError } from './reach/run-script.ts'

const USAGE = `usage: npm run export -- --project P [--format ${EXPORT_FORMATS.join(',')}] [--versions] [--out DIR]
       npm run export -- --project P --notes FOLDER --patch FILE
       npm run export -- --promote ENTRY --into FILE [--notes FOLDER] --patch FILE
       npm run export -- --demote ENTRY [--notes FOLDER] --patch FILE
       npm run export -- --project P --memory FILE --out FILE [--map text=COLUMN,…]`

await runScript(async (open) => {
  const { values, positionals } = readArguments(USAGE, {
    project: { type: 'string' },
    format: { type: 'string', default: 'jsonl' },
    versions: { type: 'boolean', default: false },
    out: { type: 'string' },
    notes: { type: 'string' },
    patch: { type: 'string' },
    memory: { type: 'string' },
    promote: { type: 'string' },
    demote: { type: 'string' },
    into: { type: 'string' },
    map: { type: 'string' },
  })
  const { project, versions, out } = values
  const entryId = values.promote ?? values.demote
  if (entryId !== undefined) {
    const { patch: path, into: file, notes = '.' } = values
    if (path === undefined || (values.promote !== undefined && file === undefined))
      throw new UsageError(`Into which file, and where does the patch go?\n${USAGE}`)
    const { api } = await open()
    const place = { entryId, folder: realpathSync(notes), by: 'person' }
    const { patch } = await (file === undefined ? api.demote(place) : api.promote({ ...place, file }))
    writeFileSync(path, patch)
    console.error(
      patch === ''
        ? 'The file does not have the line any more; the mark is taken back.'
        : `Look through it, then: git apply ${path}`,
    )
    return 0
  }
  if (project === undefined || positionals.length > 0) throw new UsageError(`--project is needed.\n${USAGE}`)
  if (values.notes !== undefined || values.patch !== undefined) {
    if (values.notes === undefined || values.patch === undefined)
      throw new UsageError(`A patch needs the folder of its notes, and the other way round.\n${USAGE}`)
    return await patchNotes({ project, folder: values.notes, file: values.patch }, await open())
  }
  if (values.memory !== undefined) {
    if (out === undefined) throw new UsageError(`Into which file? --out FILE.\n${USAGE}`)
    return await writeBack({ project, file: values.memory, map: values.map, out }, await open())
  }
  const formats = [...new Set(values.format.split(','))]
  const unknown = formats.find((format) => !EXPORT_FORMATS.includes(format as ExportFormat))
  if (unknown !== undefined) throw new UsageError(`There is no format "${unknown}".\n${USAGE}`)
  if (out === undefined && formats.length > 1)
    throw new UsageError(`Several formats need a folder: --out DIR.\n${USAGE}`)
  const loupe = await open()
  for (const format of formats as ExportFormat[]) {
    const secrets = { count: 0 }
    const { leftOut, pieces: whole } = await loupe.api.exportEntries({ project, format, versions })
    const pieces = Readable.from(linesOf(whole, secrets))
    if (leftOut > 0)
      console.error(
        `${leftOut} ${leftOut === 1 ? 'entry has' : 'entries have'} no run here (written by a person, or brought from elsewhere) and ${leftOut === 1 ? 'is' : 'are'} in no ATIF: the other formats hold ${leftOut === 1 ? 'it' : 'them'}.`,
      )
    if (out === undefined) {
      await pipeline(pieces, process.stdout, { end: false })
      sayWhatLeft(secrets.count)
      continue
    }
    mkdirSync(resolve(out), { recursive: true })
    if (format === 'atif') {
      const folder = join(resolve(out), `${project}.atif`)
      console.error(`runs written into ${folder}: ${await writeEach(pieces, folder)}`)
      sayWhatLeft(secrets.count)
      continue
    }
    const path = join(resolve(out), `${project}.entries.${format}`)
    await pipeline(pieces, createWriteStream(path))
    console.error(`wrote ${path}`)
    sayWhatLeft(secrets.count)
  }
  return 0
})

/** What became of the notes of a folder that are entries here, as a patch to their lines. */
async function patchNotes(
  { project, folder, file }: { project: string; folder: string; file: string },
  loupe: ReachedLoupe,
): Promise<number> {
  const root = realpathSync(folder)
  const { pieces } = await loupe.api.exportEntries({ project, format: 'jsonl', versions: false })
  const notes = (await findNotes(await treeOnDisk(root), homedir())).flatMap(splitNotes)
  let exported = ''
  for await (const piece of pieces) exported += piece
  const { edits, lost } = editsOfEntries(exported, notes)
  writeFileSync(file, patchOf(edits))
  for (const place of lost) console.error(`left alone ${place}: the note says something else there now`)
  console.error(
    edits.length === 0
      ? `No note was changed: ${file} is empty.`
      : `${edits.length} notes changed. Look through it, then: git apply ${file}`,
  )
  return 0
}

/** The memory that was brought in from another product, with what was changed here; prints the ids. */
async function writeBack(
  { project, file, map, out }: { project: string; file: string; map: string | undefined; out: string },
  loupe: ReachedLoupe,
): Promise<number> {
  const { pieces } = await loupe.api.exportEntries({ project, format: 'jsonl', versions: false })
  let exported = ''
  for await (const piece of pieces) exported += piece
  const mapping = map === undefined ? null : mappingOf(map)
  const { text, ...ids } = writeMemory(memoryText(file, readGiven(file)), exported, mapping)
  writeFileSync(out, text)
  console.log(JSON.stringify(ids))
  console.error(`wrote ${out}: ${ids.changed.length} changed, ${ids.deleted.length} deleted`)
  return 0
}

/** Whole lines out of pieces cut anywhere; counts what looks like a secret in them. */
async function* linesOf(pieces: AsyncIterable<string>, secrets: { count: number }): AsyncGenerator<string> {
  let rest = ''
  const passed = (line: string) => {
    secrets.count += secretsIn(line)
    return line
  }
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield passed(`${line}\n`)
  }
  if (rest !== '') yield passed(rest)
}

function sayWhatLeft(secretCount: number): void {
  if (secretCount > 0)
    console.error(`${secretCount} × what looks like a secret is in it: pages mask them, an export does not.`)
}

/** Each line as a file of its own, named by its place and its instance; tells how many. */
async function writeEach(lines: AsyncIterable<string>, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true })
  let count = 0
  for await (const line of lines) {
    count++
    const instance = String(JSON.parse(line).extra.loupe.instanceId)
    const name = `${String(count).padStart(5, '0')}-${instance.replace(/[^\w.-]+/g, '_').slice(0, 100)}.json`
    writeFileSync(join(folder, name), line)
  }
  return count
}
