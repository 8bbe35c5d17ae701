import type { Trajectory } from '../../memory/trajectory.ts'

/** Where a value was read from: named in every fault. */
export interface RecordSource {
  fileName: string
  /** Number of the record in a JSON Lines file, from 1; null when the file is one value. */
  record: number | null
}

/** One readable layout. `detect` looks at the shape only; `parse` names its first fault by file, step and field. */
export interface Format {
  name: string
  detect: (value: unknown) => boolean
  parse: (value: unknown, source: RecordSource) => Trajectory
  /** The records in a value that holds several, each for `parse`. */
  split?: (value: unknown) => unknown[]
  /** Content hash of the run that Loupe wrote out as this value; null for a file of another's making. */
  ownHash?: (value: unknown) => string | null
}
