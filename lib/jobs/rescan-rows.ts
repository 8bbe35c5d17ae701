import type { StoredRow } from '../db/rescanned.ts'
import { maskStored } from '../extract/mask-texts.ts'

/** A row with what its columns say masked: only those that change. */
export type RescannedRow = { key: StoredRow['key']; count: number; changed: Record<string, string> }
/** Looks through rows of the store for what today's scanner finds; those without are left out. */
export function rescanRows(rows: readonly StoredRow[]): RescannedRow[] {
  return rows.flatMap(({ key, texts }) => {
    let count = 0
    const changed: Record<string, string> = {}
    for (const [name, stored] of Object.entries(texts)) {
      const found = maskStored(stored)
      if (found.count === 0) continue
      count += found.count
      changed[name] = found.text
    }
    return count === 0 ? [] : [{ key, count, changed }]
  })
}
