/** What a guest gets back for unused nights, in cents. */
export function refundFor(paid, nightsPaid, nightsUnused) {
  return Math.floor((paid * nightsUnused) / nightsPaid)
}
