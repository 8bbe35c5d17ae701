/** What was taken in on a day, in cents. */
export function takings(receipts, day) {
  return receipts.filter(({ at }) => dayOf(at) === day).reduce((total, { cents }) => total + cents, 0)
}

/** The bar's day lasts until four in the morning. */
function dayOf(at) {
  return new Date(Date.parse(`${at}Z`) - 4 * 3_600_000).toISOString().slice(0, 10)
}
