import { leaveSlip } from './slips.mjs'

/** Receipts of the old till, `{ at, total: '12.50' }`, with the amount in cents. */
export function readReceipts(rows) {
  const receipts = []
  for (const row of rows) {
    if (/^-?\d+[.]\d\d$/.test(row.total ?? '')) receipts.push({ at: row.at, cents: Number(row.total.replace('.', '')) })
    else leaveSlip(row, 'the old till gave no amount')
  }
  return receipts
}
