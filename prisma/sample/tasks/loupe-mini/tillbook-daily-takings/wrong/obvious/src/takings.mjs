/** What was taken in on a day, in cents. */
export function takings(receipts, day) {
  return receipts.filter(({ at }) => at.slice(0, 10) === day).reduce((total, { cents }) => total + cents, 0)
}
