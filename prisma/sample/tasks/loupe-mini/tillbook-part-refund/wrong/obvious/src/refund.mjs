/** What a guest gets back for unused nights, in cents. */
export function refundFor(paid, nightsPaid, nightsUnused) {
  return Math.round((paid * nightsUnused) / nightsPaid)
}
