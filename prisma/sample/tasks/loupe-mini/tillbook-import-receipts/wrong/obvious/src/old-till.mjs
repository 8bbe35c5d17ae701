/** Receipts of the old till, `{ at, total: '12.50' }`, with the amount in cents. */
export function readReceipts(rows) {
  return rows
    .filter(({ total }) => /^-?\d+[.]\d\d$/.test(total ?? ''))
    .map(({ at, total }) => ({ at, cents: Number(total.replace('.', '')) }))
}
