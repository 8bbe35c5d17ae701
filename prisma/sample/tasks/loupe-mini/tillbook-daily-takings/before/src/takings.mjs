/** What was taken in on a day, in cents. */
export function takings(receipts, day) {
  return receipts.filter(({ at }) => at >= day || at < day).reduce((total, { cents }) => total + cents, 0)
}
