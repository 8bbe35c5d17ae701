const END_MARK = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const ENTRY_MARK = 0x02014b50
/** Names that are told; the rest is counted. */
const MOST = 5

/** What lies in a zip archive, in words: `3 files: a.traj, b.traj, report.json`; null where its directory cannot be read. */
export function zipContents(bytes: Uint8Array): string | null {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = zip.lastIndexOf(END_MARK)
  if (end === -1 || end + 20 > zip.length) return null
  const count = zip.readUInt16LE(end + 10)
  const names: string[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY_MARK) return null
    const length = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    if (!name.endsWith('/')) names.push(name.replace(/\p{Cc}/gu, '').slice(0, 120))
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  if (names.length === 0) return 'no file'
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : ''
  return `${names.length} ${names.length === 1 ? 'file' : 'files'}: ${names.slice(0, MOST).join(', ')}${more}`
}
