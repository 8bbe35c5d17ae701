import { createHash } from 'node:crypto'
import { encodeTime } from 'ulid'
import type { Category } from '../../memory/category.ts'
import type { Experience } from '../../memory/entry.ts'
import { newEntry } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import { decompress } from '../containers/unpack.ts'
import { documentOf, JsonText } from '../parse-json.ts'
import { readText } from '../read-text.ts'
import { isObject } from '../shape.ts'
import { claudeMem } from './claude-mem.ts'
import { hindsight } from './hindsight.ts'
import { mcpGraph } from './mcp-graph.ts'
import { mem0 } from './mem0.ts'
import type { Changes, ForeignMemory, MemoryDocument, MemoryFormat } from './memory-format.ts'
import { type Mapping, plain } from './plain.ts'
import { playbook, playbookText, playbookYaml } from './playbook.ts'
import { reasoningBank } from './reasoning-bank.ts'

/** Memories of other products, in the order they are tried. A new one is a new file and a line here. */
const MEMORY_FORMATS: readonly MemoryFormat[] = [
  mcpGraph,
  reasoningBank,
  claudeMem,
  hindsight,
  playbook,
  mem0,
  playbookYaml,
  playbookText,
]

/** Who writes the line of origin beside an entry, and its shape: layout, mark of the text, id. */
const BY = 'memory'
const ORIGIN = /^(?<format>[\w-]+) · (?<mark>[0-9a-f]{16}) · (?<id>[\s\S]+)$/
const MAPPED = ['text', 'id', 'title', 'about', 'at']
const PREDICTED = 'category predicted'
/** Longest memory that fits an entry, and most earlier texts that are kept beside it. */
const MOST_CHARACTERS = 4_000
const MOST_HISTORY = 20

/** A memory of another product as an export of entries, and the ids of what stays out: too long, a secret, or retired there. */
interface ReadMemory {
  format: string
  text: string
  count: number
  leftOut: { id: string; because: string }[]
}

interface Reading {
  project: string
  categoryOf: (text: string) => Category
  secretsIn: (text: string) => string[]
  keyOf: (category: Category, experience: Experience) => string
  now: Date
  mapping: Mapping | null
}

/**
 * Reads a memory by its shape; null for what is none. With a mapping any records with a text. An id here is made of the id there,
 * so that a second import finds what came before, changed or not.
 */
export function readMemory(text: string, reading: Reading): ReadMemory | null {
  const { project, now, mapping, secretsIn } = reading
  const document = openDocument(text)
  const format = formatOf(document, mapping)
  if (format === null) return null
  const memories = format.read(document)
  const leftOut: ReadMemory['leftOut'] = []
  const seen = new Set<string>()
  const lines = memories.flatMap((memory) => {
    const because = seen.has(memory.id) ? 'its id stands twice' : whyLeftOut(memory, secretsIn)
    seen.add(memory.id)
    if (because !== null) leftOut.push({ id: memory.id, because })
    return because === null ? [lineOf(memory, format.name, reading)] : []
  })
  const head = { loupe: 'entries', version: 1, project, exportedAt: now.toISOString(), count: lines.length }
  return {
    format: format.name,
    text: [JSON.stringify(head), ...lines, ''].join('\n'),
    count: lines.length,
    leftOut,
  }
}

/** The text of a memory's file, gz and zst unpacked. Throws UserError as `readText`. */
export function memoryText(fileName: string, bytes: Uint8Array): string {
  return readText(decompress(bytes, fileName) ?? bytes, fileName)
}

/** `text=body,id=uid` as a mapping. Throws UserError `bad-mapping`. */
export function mappingOf(words: string): Mapping {
  const pairs = words.split(',').map((pair) => pair.split('=').map((word) => word.trim()))
  const wrong = pairs.find(([name, column]) => !MAPPED.includes(name ?? '') || !column)
  if (wrong === undefined) return Object.fromEntries(pairs)
  throw new UserError('bad-mapping', `"${wrong.join('=')}" maps nothing.`, {
    hint: `Write NAME=COLUMN with commas between; names are ${MAPPED.join(', ')}.`,
  })
}

function whyLeftOut(
  { text, title, about, isRetired, history }: ForeignMemory,
  secretsIn: Reading['secretsIn'],
): string | null {
  if (isRetired) return 'retired there'
  if (text.length > MOST_CHARACTERS) return `longer than ${MOST_CHARACTERS} characters`
  const all = [text, title, about, ...(history ?? [])].join('\n')
  return secretsIn(all).length > 0 ? 'holds what looks like a secret' : null
}

function lineOf(memory: ForeignMemory, format: string, { categoryOf, keyOf, now }: Reading): string {
  const { id, text, title, about, at, repo, keywords, isWarning, history = [] } = memory
  const createdAt = at ?? now.toISOString()
  const category = categoryOf([about, text].filter(Boolean).join(': '))
  const experience = {
    title: (title || text).replace(/\s+/g, ' ').trim().slice(0, 160),
    kind: isWarning ? ('avoid' as const) : ('undetermined' as const),
    ...{ when: '', do: text, because: '', check: '' },
  }
  const {
    projectId: _p,
    revision: _r,
    episodeId: _e,
    subtaskId: _s,
    ...entry
  } = newEntry(createdAt, {
    id: idOf(format, id, at ?? null),
    projectId: '',
    category,
    description: {
      objective: (about || title || text).replace(/\s+/g, ' ').trim().slice(0, 400),
      keywords: [...new Set(keywords ?? [])].slice(0, 12).map((word) => word.slice(0, 60)),
    },
    experience,
    extractor: format,
    lifecycle: 'approved',
    revision: 0,
    suppressionKey: keyOf(category, experience),
    repo: repo?.slice(0, 200) ?? null,
    flags: [PREDICTED],
  })
  const origin = { by: BY, text: `${format} · ${markOf(text)} · ${id}`.slice(0, 5_000), createdAt }
  const earlier = history
    .slice(-MOST_HISTORY)
    .map((before) => ({ by: format, text: `before: ${before}`.slice(0, 5_000), createdAt }))
  return JSON.stringify({ entry, source: null, origins: [], notes: [origin, ...earlier] })
}

/** What a person did here to what came from a memory, by the ids of its product. */
export function changesOf(exported: string, format: string): Changes {
  const changes = new Map<string, string | null>()
  for (const line of exported.split('\n').slice(1)) {
    if (line === '') continue
    const { entry, notes } = JSON.parse(line) as Travelling
    for (const { by, text } of notes) {
      const origin = by === BY ? ORIGIN.exec(text)?.groups : undefined
      if (origin?.id === undefined || origin.format !== format) continue
      if (entry.lifecycle === 'retired') changes.set(origin.id, null)
      else if (markOf(entry.experience.do) !== origin.mark) changes.set(origin.id, entry.experience.do)
    }
  }
  return changes
}

interface Travelling {
  entry: { lifecycle: string; experience: { do: string } }
  notes: { by: string; text: string }[]
}

/** The file again with what was changed here, in its product's own shape, and the ids. Throws UserError `no-memory`. */
export function writeMemory(
  text: string,
  exported: string,
  mapping: Mapping | null,
): { text: string; format: string; changed: string[]; deleted: string[]; unknown: string[] } {
  const document = openDocument(text)
  const format = formatOf(document, mapping)
  if (format === null)
    throw new UserError('no-memory', 'This is no memory that Loupe reads.', {
      hint: 'Give the file that was imported.',
    })
  const changes = changesOf(exported, format.name)
  const there = new Set(format.read(document).map(({ id }) => id))
  const known = new Map([...changes].filter(([id]) => there.has(id)))
  const after = format.write(document, known)
  const ids = (isDeleted: boolean) =>
    [...known].filter(([, to]) => (to === null) === isDeleted).map(([id]) => id)
  return {
    text: textOf(document, after),
    format: format.name,
    changed: ids(false),
    deleted: ids(true),
    unknown: [...changes.keys()].filter((id) => !there.has(id)),
  }
}

/** Lines that did not change stay to the byte; one value keeps its indent. */
function textOf(before: MemoryDocument, after: MemoryDocument): string {
  if (before.values.length === 0) return after.text
  const { text } = before
  if (before.isLines) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const lineOfValue = new Map(before.values.map((value, i) => [value, lines[i]]))
    return after.values.map((value) => `${lineOfValue.get(value) ?? JSON.stringify(value)}\n`).join('')
  }
  const indent = /^[[{]\r?\n([ \t]+)/.exec(text.trimStart())?.[1]
  return `${JSON.stringify(after.values[0], null, indent)}${/\n\s*$/.test(text) ? '\n' : ''}`
}

function openDocument(given: string): MemoryDocument {
  const text = given.replace(/^\uFEFF/, '')
  if (!/^\s*[{[]/.test(text)) return { text, values: [], isLines: false }
  const json = new JsonText(text, 'memory')
  // `[id] helpful=…` begins like a list and is none.
  if (json.firstFault !== null && /^\s*\[[\w-]+\] /.test(text)) return { text, values: [], isLines: false }
  if (json.firstFault !== null) throw json.firstFault
  const { records, isLines } = documentOf(json)
  const values = records.map(({ value }) => value)
  // A single line is a record, unless it holds a list of them.
  const isRecord =
    isObject(values[0]) && !Object.values(values[0]).some((one) => Array.isArray(one) && isObject(one[0]))
  return { text, values, isLines: isLines || (values.length === 1 && isRecord) }
}

function formatOf(document: MemoryDocument, mapping: Mapping | null): MemoryFormat | null {
  if (mapping) return plain(mapping)
  return [...MEMORY_FORMATS, plain()].find(({ detect }) => detect(document)) ?? null
}

function idOf(format: string, id: string, at: string | null): string {
  const bytes = createHash('sha256').update(`${format}\n${id}`).digest()
  const ms = Math.min(Math.max(at === null ? 0 : Date.parse(at), 0), 8e12)
  const random = [...bytes.subarray(0, 16)]
    .map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32])
    .join('')
  return `m_${encodeTime(ms)}${random}`
}

function markOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
