import { crc32, inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { UserError } from '../../memory/errors.ts'
import type { NamedFile } from './named-file.ts'

const END_MARK = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const ENTRY_MARK = 0x02014b50
const LOCAL_MARK = 0x04034b50
const WIDE_END_MARK = 0x06064b50
const FULL = 0xffffffff
/** Most files of one archive. Ours. */
const MOST_FILES = 50_000

interface Entry {
  name: string
  size: number
  packed: number
  /** 0 stored, 8 deflate, 93 zstd. */
  method: number
  isEncrypted: boolean
  checksum: number
  at: number
}

/** The files of a zip archive, each unpacked when it is read. Throws UserError `bad-archive`; reading one throws it too. */
export function zipFiles(bytes: Uint8Array, fileName: string): NamedFile[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return entriesOf(zip, fileName)
    .filter(({ name }) => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(name))
    .map((entry) => ({
      name: `${fileName}/${entry.name}`,
      size: entry.size,
      packed: entry.packed,
      read: (limit: number) => unpackEntry(zip, entry, `${fileName}/${entry.name}`, limit),
    }))
}

function entriesOf(zip: Buffer, fileName: string): Entry[] {
  const end = zip.lastIndexOf(END_MARK)
  if (end === -1 || end + 22 > zip.length) throw damaged(fileName, 'its list of files at the end is missing')
  let [count, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)]
  if (count === 0xffff || at === FULL) [count, at] = wideEnd(zip, end, fileName)
  if (count > MOST_FILES) throw damaged(fileName, `it names ${count} files; limit ${MOST_FILES}`)
  const entries: Entry[] = []
  for (let n = 0; n < count; n++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY_MARK)
      throw damaged(fileName, `its list of files breaks off after ${n} of ${count}`)
    const nameLength = zip.readUInt16LE(at + 28)
    const extraLength = zip.readUInt16LE(at + 30)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength).replace(/\p{Cc}/gu, '')
    const extra = zip.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const narrow = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const [size = 0, packed = 0, local = 0] = widen(narrow, extra)
    entries.push({
      name,
      size,
      packed,
      method: zip.readUInt16LE(at + 10),
      isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      checksum: zip.readUInt32LE(at + 16),
      at: local,
    })
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32)
  }
  return entries
}

/** Count and place of the list in an archive with 64-bit sizes. */
function wideEnd(zip: Buffer, end: number, fileName: string): [number, number] {
  const at = end >= 20 ? Number(zip.readBigUInt64LE(end - 12)) : zip.length
  if (at + 56 > zip.length || zip.readUInt32LE(at) !== WIDE_END_MARK)
    throw damaged(fileName, 'its list of files at the end is missing')
  return [Number(zip.readBigUInt64LE(at + 32)), Number(zip.readBigUInt64LE(at + 48))]
}

/** Numbers that did not fit into 32 bits stand in an extra field, in order. */
function widen(numbers: number[], extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let wide = at + 4
    return numbers.map((number) => {
      if (number !== FULL || wide + 8 > extra.length) return number
      wide += 8
      return Number(extra.readBigUInt64LE(wide - 8))
    })
  }
  return numbers
}

function unpackEntry(zip: Buffer, entry: Entry, name: string, limit: number): Uint8Array {
  const { at, packed, method, isEncrypted, checksum } = entry
  if (isEncrypted)
    throw damaged(name, 'it is encrypted', 'Unpack it with its password and import what is inside.')
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== LOCAL_MARK)
    throw damaged(name, 'its data is not where the archive says')
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  const data = zip.subarray(start, start + packed)
  if (data.length < packed) throw damaged(name, 'the archive ends inside of it')
  const unpacked = unpackBy(method, data, name, limit)
  if (crc32(unpacked) !== checksum) throw damaged(name, 'its checksum is another')
  return unpacked
}

function unpackBy(method: number, data: Buffer, name: string, maxOutputLength: number): Buffer {
  try {
    if (method === 0) return data
    if (method === 8) return inflateRawSync(data, { maxOutputLength })
    if (method === 93) return zstdDecompressSync(data, { maxOutputLength })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(name, maxOutputLength)
    throw damaged(name, 'its data cannot be unpacked')
  }
  throw damaged(name, `it is packed by method ${method}`, 'Unpack it and import what is inside.')
}

export function damaged(
  name: string,
  what: string,
  hint = 'Copy or download the archive again; it may have been cut off.',
) {
  return new UserError('bad-archive', `${what}`, { place: name, hint })
}

export function tooLarge(name: string, limit: number) {
  return new UserError('too-large', `it unpacks to more than ${Math.floor(limit / 1_048_576)} MB`, {
    place: name,
    hint: 'Unpack it yourself and import the runs in it, one file each.',
    status: 413,
  })
}
