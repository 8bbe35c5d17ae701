import { maskSecrets } from '../../extract/secret-scan.ts'
import { unpack } from '../../ingest/containers/unpack.ts'
import { contentHash, readTrajectories } from '../../ingest/ingest-file.ts'
import { FILE_LIMIT_BYTES } from '../../ingest/read-text.ts'
import { UserError } from '../../memory/errors.ts'
import type { Trajectory } from '../../memory/trajectory.ts'

/** What a file is, before its records. */
type FileHead = {
  format: string | null
  status: 'recognised' | 'unsupported' | 'not-a-trajectory'
  warnings: string[]
}

/** A run of a file with its secrets masked, and every hash it may be stored under: the first is what a new one gets. */
export type FileRecord = {
  /** Its place in a file of several, from 1; null where the file is one run. */
  number: number | null
  hashes: [string, ...string[]]
  trajectory: Trajectory
  maskedCount: number
}

/** `file` is what is read now: the given one, or one inside of it. A member that cannot be read is told, and the others go on. */
export type FilePart =
  | ({ kind: 'head'; file: string } & FileHead)
  | ({ kind: 'record' } & FileRecord)
  | { kind: 'failed'; file: string; fault: FaultWords }

type FaultWords = Pick<UserError, 'code' | 'message' | 'place' | 'hint'>
type File = { bytes: Uint8Array; fileName: string }

/**
 * The head of a file, then its records one by one; an archive is a head and records for each of its files. Throws the UserErrors of
 * `readTrajectories` before the first part.
 */
export function* recordsOfFile(file: File): Generator<FilePart, null> {
  const members = unpack(file.bytes, file.fileName)
  if (members === null) {
    yield* recordsOfOne(file)
    return null
  }
  if (members.length === 0)
    throw new UserError('empty-file', 'the archive holds no file', {
      place: file.fileName,
      hint: 'Pack the runs again, or import them as they are.',
    })
  for (const { name, read } of members) {
    try {
      yield* recordsOfOne({ bytes: read(FILE_LIMIT_BYTES), fileName: name })
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const { code, message, place, hint } = error
      yield { kind: 'failed', file: name, fault: { code, message, place, hint } }
    }
  }
  return null
}

function* recordsOfOne({ bytes, fileName }: File): Generator<FilePart> {
  const { format, status, warnings, trajectories, ownHashes, recordHashes } = readTrajectories(
    bytes,
    fileName,
  )
  yield { kind: 'head', file: fileName, format, status, warnings }
  const hash = contentHash(bytes)
  const several = trajectories.length > 1
  for (const i of trajectories.keys()) {
    const run = trajectories[i]
    if (run === undefined) continue
    const number = several ? i + 1 : null
    const { trajectory, count: maskedCount } = maskSecrets(run)
    const hashes = hashesOf(ownHashes[i] ?? null, hash, recordHashes?.[i], number)
    delete trajectories[i] // a file of thousands need not be held until its end
    yield { kind: 'record', number, hashes, trajectory, maskedCount }
  }
}

/**
 * What a record is stored under, then what earlier versions stored it under: the file's hash, with the record's number. A run
 * that Loupe wrote out stays the run it was: in its own store it is present, in another its first file will be.
 */
function hashesOf(
  ownHash: string | null,
  fileHash: string,
  recordHash: string | undefined,
  number: number | null,
): [string, ...string[]] {
  const inFile = number === null ? fileHash : `${fileHash}#${number}`
  const here: [string, ...string[]] = recordHash === undefined ? [inFile] : [recordHash, inFile]
  return ownHash === null ? here : [ownHash, ...here]
}
