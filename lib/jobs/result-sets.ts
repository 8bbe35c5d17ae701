import { randomUUID } from 'node:crypto'
import type { Outcomes } from '../ingest/results.ts'
import { UserError } from '../memory/errors.ts'
import type { Outcome } from '../memory/trajectory.ts'

/** Bytes of files that are held at once; what is read of them takes some three times as much. Ours. */
const MOST_BYTES = 64 * 1_048_576
/** What a file takes beside its bytes. Ours. */
const BYTES_A_FILE = 1_024

/** What was sent and is not stored yet, bounded: the oldest goes first, and one that is too large is refused. */
export class KeptSets<T> {
  private readonly sets = new Map<string, { files: T[]; bytes: number }>()

  private readonly mostSets: number
  private readonly mostBytes: number

  constructor(mostSets: number, mostBytes = MOST_BYTES) {
    this.mostSets = mostSets
    this.mostBytes = mostBytes
  }

  has(id: string): boolean {
    return this.sets.has(id)
  }

  files(id: string): readonly T[] | null {
    return this.sets.get(id)?.files ?? null
  }

  /** Adds a file that was read of `bytes` bytes to a set, or begins it. Throws UserError `too-large`. */
  add(id: string, file: T, bytes: number): void {
    const set = this.sets.get(id) ?? { files: [], bytes: 0 }
    const size = set.bytes + bytes + BYTES_A_FILE
    if (set.files.length > 0 && size > this.mostBytes)
      throw new UserError(
        'too-large',
        `These files are larger than ${Math.floor(this.mostBytes / 1_048_576)} MB together.`,
        { hint: 'Store those that were read, then send the others.', status: 413 },
      )
    set.files.push(file)
    set.bytes = size
    this.sets.set(id, set)
    for (const oldest of this.sets.keys()) {
      if (oldest === id || !this.isTooMuch()) break
      this.sets.delete(oldest)
    }
  }

  delete(id: string): void {
    this.sets.delete(id)
  }

  private isTooMuch(): boolean {
    let bytes = 0
    for (const set of this.sets.values()) bytes += set.bytes
    return this.sets.size > this.mostSets || bytes > this.mostBytes
  }
}

/** Outcomes of one results file, to be joined to runs by instance id. */
export type ResultSet = {
  outcomeOf: (instanceId: string) => Outcome
  /** Where it is from; null of what is not known here at all. */
  sourceOf: (instanceId: string) => string | null
}

/** How many are kept; the oldest goes first. Ours. */
const KEPT = 50

/** Results files sent ahead of the runs they belong to. They live as long as the process: an import is over sooner. */
export function createResultSets(read: (bytes: Uint8Array, fileName: string) => Promise<Outcomes>) {
  const sets = new KeptSets<ResultSet>(KEPT)
  return {
    /** Throws UserError when the file tells no outcome. */
    async add(fileName: string, bytes: Uint8Array) {
      const { outcomes, source, said, warnings } = await read(bytes, fileName)
      const id = randomUUID()
      const outcomeOf = (instanceId: string) => outcomes.get(instanceId) ?? null
      const sourceOf = (instanceId: string) =>
        said.get(instanceId) ?? (outcomeOf(instanceId) === null ? null : source)
      const set = { outcomeOf, sourceOf }
      sets.add(id, set, bytes.length)
      return { id, instanceCount: outcomes.size, warnings }
    },
    get(id: string): ResultSet {
      const [found] = sets.files(id) ?? []
      if (found) return found
      throw new UserError('no-such-results', 'These results are not here (any more).', {
        hint: 'Send the results file again, then the runs.',
        status: 404,
      })
    },
  }
}
export type ResultSets = ReturnType<typeof createResultSets>
