import { type PortableLine, readPortables } from '../../curate/transfer/read-portables.ts'
import { inspectTexts, secretsIn } from '../../extract/inspect-texts.ts'
import { suppressionKey } from '../../extract/suppression-key.ts'
import { mappingOf, memoryText, readMemory } from '../../ingest/memories/all-memories.ts'
import { UserError } from '../../memory/errors.ts'
import { likeliestCategory, predictCategory } from '../../retrieval/predict-category.ts'

export type MemoryFile = {
  bytes: Uint8Array
  fileName: string
  project: string
  map: string | null
  at: string | null
}
/** `format` is null for an export of Loupe's own. */
export type MemoryHead = { format: string | null; leftOut: { id: string; because: string }[] }

/**
 * A memory that people have already, as entries that are read as they are asked for: an export of Loupe's own (null as format), or a
 * file of another product. Throws UserError `no-memory`, `bad-mapping`, and what `readText` and `readPortables` throw.
 */
export function openMemory({
  bytes,
  fileName,
  project,
  map,
  at,
}: MemoryFile): MemoryHead & { portables: Iterable<PortableLine>; total: number } {
  const scanners = { inspect: inspectTexts, secretsIn }
  const text = memoryText(fileName, bytes)
  if (/^\s*\{"loupe":/.test(text))
    return { portables: readPortables(text, scanners), total: countOf(text), format: null, leftOut: [] }
  const read = readMemory(text, {
    ...{ project, secretsIn, keyOf: suppressionKey },
    categoryOf: (words) => likeliestCategory(predictCategory(words)),
    now: at === null ? new Date() : new Date(at),
    mapping: map === null ? null : mappingOf(map),
  })
  if (read === null)
    throw new UserError('no-memory', `${fileName.slice(-200)} is no memory that Loupe reads.`, {
      hint: 'Say which columns are what: text=COLUMN,id=COLUMN. docs/import.md has the layouts.',
    })
  const { format, leftOut } = read
  return { portables: readPortables(read.text, scanners), total: countOf(read.text), format, leftOut }
}

/** Lines after the head. */
function countOf(text: string): number {
  return text.trimEnd().split('\n').length - 1
}
