import type { Mapping, TableCell } from './columns.ts'
import type { RunNames } from './run.ts'

/** What became of one file that was sent. */
export interface ReadResults {
  setId: string
  kind: string
  rowCount: number
  warnings: string[]
}

/** A table before it is stored: what its columns are taken for, and the runs that gives. */
export interface TablePreview {
  fileName: string
  kind: string
  columns: string[]
  rowCount: number
  warnings: string[]
  mapping: Mapping
  /** The first row as it stands. */
  first: Record<string, TableCell>
  runs: (RunNames & {
    fileName: string
    instances: number
    known: number
    resolved: number
    hasCost: boolean
    hasSteps: boolean
  })[]
  /** Why it cannot be stored so. */
  fault: { message: string; hint: string; place: string | null } | null
}
