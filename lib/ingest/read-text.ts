import { UserError } from '../memory/errors.ts'

const MIB = 1_048_576
/** Largest file that is read, bytes (ours: the largest real trajectory seen is 4 MB, a dump of all prompts 30 MB). */
export const FILE_LIMIT_BYTES = 64 * MIB
/** Longest line that is read, bytes (ours: the longest real one is 1.1 MB, an embedded image). */
const LINE_LIMIT_BYTES = 16 * MIB

const COMPRESSED = [
  { name: 'a zip archive', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'gzip-compressed', magic: [0x1f, 0x8b] },
  { name: 'zstd-compressed', magic: [0x28, 0xb5, 0x2f, 0xfd] },
]

/**
 * The text of a file, its limits checked before anything is parsed.
 * A byte order mark is dropped. Throws UserError: empty-file, too-large, compressed, line-too-long, nul-byte, not-utf8.
 */
export function readText(bytes: Uint8Array, fileName: string): string {
  if (bytes.length === 0) throw emptyFile(fileName)
  refuseLarge(bytes.length, fileName)
  refuseCompressed(bytes, fileName)
  refuseUtf16(bytes, fileName)
  refuseLongLines(bytes, fileName)
  refuseNulBytes(bytes, fileName)
  const text = decode(bytes, fileName)
  if (text.trim() === '') throw emptyFile(fileName)
  return text
}

/** 20971520 -> `20.0 MB`; a megabyte is 1,048,576 bytes here, as in the limits. */
export function megabytes(byteCount: number): string {
  return `${(byteCount / MIB).toFixed(1)} MB`
}

function emptyFile(fileName: string): UserError {
  return new UserError('empty-file', 'the file is empty', {
    place: fileName,
    hint: 'Check that the agent had finished writing it, then import it again.',
  })
}

/** Throws UserError `too-large` for a file of more bytes than are read. */
export function refuseLarge(byteCount: number, fileName: string): void {
  if (byteCount <= FILE_LIMIT_BYTES) return
  throw new UserError(
    'too-large',
    `the file is ${megabytes(byteCount)}; limit ${FILE_LIMIT_BYTES / MIB} MB`,
    {
      place: fileName,
      hint: 'Split it into one file a run, or leave out the raw provider responses.',
      status: 413,
    },
  )
}

/** Archives are opened before; what is packed in one of them is not unpacked again. */
function refuseCompressed(bytes: Uint8Array, fileName: string): void {
  const kind = COMPRESSED.find(({ magic }) => magic.every((byte, i) => bytes[i] === byte))
  if (kind === undefined) return
  throw new UserError('compressed', `the file is ${kind.name}`, {
    place: fileName,
    hint: 'Unpack it and import what is inside.',
  })
}

function refuseUtf16(bytes: Uint8Array, fileName: string): void {
  const [a, b] = bytes
  if (!((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))) return
  throw new UserError('not-utf8', 'byte 0 starts UTF-16 text; only UTF-8 is read', {
    place: `${fileName}: byte 0`,
    hint: 'Save the file as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`.',
  })
}

function refuseLongLines(bytes: Uint8Array, fileName: string): void {
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const feed = bytes.indexOf(10, from)
    const end = feed === -1 ? bytes.length : feed
    if (end - from > LINE_LIMIT_BYTES) {
      const size = megabytes(end - from)
      throw new UserError(
        'line-too-long',
        `line ${line} is ${size} long; limit ${LINE_LIMIT_BYTES / MIB} MB`,
        {
          place: `${fileName}:${line}:1`,
          hint: 'Write the JSON with line breaks (for example `jq . FILE`), or take embedded images and raw responses out.',
          status: 413,
        },
      )
    }
    from = end + 1
  }
}

function refuseNulBytes(bytes: Uint8Array, fileName: string): void {
  const at = bytes.indexOf(0)
  if (at === -1) return
  throw new UserError('nul-byte', `byte ${at} is NUL, which no text file contains`, {
    place: `${fileName}: byte ${at}`,
    hint: 'The file is binary or damaged; export the trajectory again as UTF-8 JSON.',
  })
}

function decode(bytes: Uint8Array, fileName: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) // drops a byte order mark
  } catch {
    const at = firstInvalidUtf8(bytes)
    const line = bytes.subarray(0, at).filter((byte) => byte === 10).length + 1
    throw new UserError('not-utf8', `byte ${at} (line ${line}) is not UTF-8`, {
      place: `${fileName}: byte ${at}`,
      hint: 'Save the file as UTF-8 and import it again; Loupe does not guess other encodings.',
    })
  }
}

/** Offset of the first byte that breaks UTF-8: grows a valid prefix by halves, so that the decoder alone decides. */
function firstInvalidUtf8(bytes: Uint8Array): number {
  let valid = 0
  let rest = bytes.length
  while (rest - valid > 1) {
    const middle = (valid + rest) >> 1
    if (isUtf8(bytes.subarray(0, middle), { stream: true })) valid = middle
    else rest = middle
  }
  // The longest valid prefix may end in the unfinished start of the bad character: step back to its first byte.
  for (let at = valid; at > valid - 4; at--) if (isUtf8(bytes.subarray(0, at))) return at
  return valid
}

/** `stream`: the last character may be unfinished. */
function isUtf8(bytes: Uint8Array, options?: { stream: boolean }): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, options)
    return true
  } catch {
    return false
  }
}
