import { isRunOfItsOwn } from '../ingest-file.ts'
import { FILE_LIMIT_BYTES } from '../read-text.ts'
import type { NamedFile } from './named-file.ts'

const MIB = 1_048_576
/** About how much of a large file is read at once, bytes. Ours. */
const PART_BYTES = 16 * MIB
const STEP_BYTES = 256 * 1024

type Large = Pick<NamedFile, 'name' | 'size' | 'changed'> & {
  /** The bytes from one place to another. */
  slice: (from: number, to: number) => Uint8Array
}

/**
 * A file of more bytes than are read at once as several, cut between its lines, where every line is a run (JSON Lines); null for
 * another file. Reads the first line and some bytes at each cut. A run is known by its own hash, so that a second import of
 * the file goes on where the first one ended.
 */
export function partsOf({ name, size, changed, slice }: Large): NamedFile[] | null {
  if (size <= FILE_LIMIT_BYTES || !/\.(?:jsonl|ndjson)$/i.test(name)) return null
  const lineEnd = (from: number): number => {
    for (let at = from; at < size; at += STEP_BYTES) {
      const found = slice(at, Math.min(size, at + STEP_BYTES)).indexOf(0x0a)
      if (found >= 0) return at + found + 1
    }
    return size
  }
  const firstEnd = lineEnd(0)
  if (firstEnd > PART_BYTES || !isRunOfItsOwn(Buffer.from(slice(0, firstEnd)).toString('utf8'))) return null
  const cuts = [0]
  for (let last = 0; last < size; cuts.push(last)) last = lineEnd(Math.min(size, last + PART_BYTES))
  const count = cuts.length - 1
  return cuts.slice(1).map((to, i) => {
    const from = cuts[i] ?? 0
    return {
      name: name.replace(/(\.\w+)$/, ` (part ${i + 1} of ${count})$1`),
      size: to - from,
      ...(changed === undefined ? {} : { changed }),
      read: () => slice(from, to),
    }
  })
}
