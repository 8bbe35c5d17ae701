import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { UserError } from '../../memory/errors.ts'
import { parseEmbedded } from '../parse-json.ts'
import { FILE_LIMIT_BYTES } from '../read-text.ts'
import { isObject } from '../shape.ts'
import { gather } from './gather.ts'
import type { NamedFile } from './named-file.ts'
import { partsOf } from './parts.ts'
import { damaged, tooLarge, zipFiles } from './zip.ts'

const MIB = 1_048_576
/** Most bytes that one archive may unpack to, and most times its own size once it is beyond a few megabytes. Ours. */
const TOTAL_LIMIT = 512 * MIB
const RATIO_LIMIT = 300
const FREE = 8 * MIB

/** Bytes that so many packed ones may become. */
function allowance(packed: number): number {
  return Math.min(TOTAL_LIMIT, Math.max(FREE, packed * RATIO_LIMIT))
}

const begins = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, i) => bytes[i] === byte)
const isZip = (bytes: Uint8Array) => begins(bytes, 0x50, 0x4b) && (bytes[2] === 3 || bytes[2] === 5)

/**
 * The files in an archive (zip, tar) or under a compression (gz, zst), those of a run put together; null for a plain file. Throws
 * UserError: bad-archive, too-large, compressed (Parquet, SQLite).
 */
export function unpack(bytes: Uint8Array, fileName: string): NamedFile[] | null {
  refuseParquet(bytes, fileName)
  refuseDatabase(bytes, fileName)
  if (isZip(bytes))
    return budgeted(evalLog(zipFiles(bytes, fileName), fileName) ?? gather(zipFiles(bytes, fileName)))
  if (isTar(bytes)) return gather(tarFiles(bytes, fileName))
  const inner = decompress(bytes, fileName)
  if (inner === null) return null
  const name = fileName.replace(/\.(?:gz|zst|zstd)$/i, '').replace(/\.tgz$/i, '.tar')
  if (isTar(inner)) return gather(tarFiles(inner, fileName))
  if (isZip(inner) || decompressible(inner))
    throw damaged(fileName, 'it is packed twice', 'Unpack it once and import what is inside.')
  const slice = (from: number, to: number) => inner.subarray(from, to)
  return partsOf({ name, size: inner.length, slice }) ?? [{ name, size: inner.length, read: () => inner }]
}

const decompressible = (bytes: Uint8Array) =>
  begins(bytes, 0x1f, 0x8b) || begins(bytes, 0x28, 0xb5, 0x2f, 0xfd)

/** What stands under gzip or zstd, null where neither is. */
export function decompress(bytes: Uint8Array, fileName: string): Uint8Array | null {
  if (!decompressible(bytes)) return null
  const maxOutputLength = allowance(bytes.length)
  try {
    return begins(bytes, 0x1f, 0x8b)
      ? gunzipSync(bytes, { maxOutputLength })
      : zstdDecompressSync(bytes, { maxOutputLength })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(fileName, maxOutputLength)
    throw damaged(fileName, 'its data cannot be unpacked')
  }
}

/** No file of an archive unpacks to more than a file may have, nor all of them to more than the archive may. */
function budgeted(files: NamedFile[]): NamedFile[] {
  let left = allowance(files.reduce((sum, { packed }) => sum + (packed ?? 0), 0))
  return files.map((file) => ({
    ...file,
    read: () => {
      const bytes = file.read(Math.min(FILE_LIMIT_BYTES, left))
      left -= bytes.length
      if (left < 0) throw tooLarge(file.name, TOTAL_LIMIT)
      return decompress(bytes, file.name) ?? bytes
    },
  }))
}

/** Inspect's `.eval`: the head of the log and a file a sample; each sample becomes a log of its own. Null for another zip. */
function evalLog(files: NamedFile[], fileName: string): NamedFile[] | null {
  const inside = new Map(files.map((file) => [file.name.slice(fileName.length + 1), file]))
  const head = inside.get('header.json') ?? inside.get('_journal/start.json')
  if (head === undefined) return null
  const samples = [...inside].filter(([name]) => /^samples\/.+\.json$/.test(name)).map(([, file]) => file)
  const withSamples = (limit: number, texts: string): Uint8Array => {
    const value = parseEmbedded(Buffer.from(head.read(limit)).toString('utf8'))
    if (!isObject(value)) throw damaged(fileName, 'the head of its log is no JSON object')
    const { samples: _s, reductions: _r, ...rest } = value
    const text = JSON.stringify({ status: 'started', ...rest })
    return Buffer.from(`${text.slice(0, -1)},"samples":[${texts}]}`)
  }
  if (samples.length === 0)
    return [{ name: fileName, size: head.size, read: (limit) => withSamples(limit, '') }]
  return samples.map((sample) => ({
    ...sample,
    read: (limit) => withSamples(limit, Buffer.from(sample.read(limit)).toString('utf8')),
  }))
}

function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= 512 && Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar'
}

function tarFiles(bytes: Uint8Array, fileName: string): NamedFile[] {
  const tar = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number) => tar.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  const files: NamedFile[] = []
  let longName: string | null = null
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    if (!Number.isSafeInteger(size) || at + 512 + size > tar.length)
      throw damaged(fileName, `it ends inside of ${text(at, 100)}`)
    const kind = String.fromCharCode(tar[at + 156] ?? 0)
    const data = tar.subarray(at + 512, at + 512 + size)
    const prefix = text(at + 345, 155)
    const name = longName ?? (prefix === '' ? text(at, 100) : `${prefix}/${text(at, 100)}`)
    longName = null
    if (kind === 'L') longName = data.toString('utf8').replace(/\0.*$/s, '')
    else if (kind === 'x') longName = /\d+ path=([^\n]+)\n/.exec(data.toString('utf8'))?.[1] ?? null
    else if (kind === '0' || kind === '\0')
      files.push({
        name: `${fileName}/${name.replace(/^\.\//, '')}`,
        size,
        read: () => decompress(data, name) ?? data,
      })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

function refuseDatabase(bytes: Uint8Array, fileName: string): void {
  if (Buffer.from(bytes.subarray(0, 15)).toString('latin1') !== 'SQLite format 3') return
  throw new UserError('compressed', 'the file is a SQLite database, which is not read', {
    place: fileName,
    hint: 'Let its program export the session, for example `opencode export SESSION > run.json`, and import that.',
  })
}

function refuseParquet(bytes: Uint8Array, fileName: string): void {
  if (!begins(bytes, 0x50, 0x41, 0x52, 0x31)) return
  throw new UserError('compressed', 'the file is Parquet, which is not read', {
    place: fileName,
    hint: "Write it as JSON Lines, for example with `duckdb -c \"COPY (FROM 'FILE.parquet') TO 'runs.jsonl'\"`, and import that.",
  })
}
