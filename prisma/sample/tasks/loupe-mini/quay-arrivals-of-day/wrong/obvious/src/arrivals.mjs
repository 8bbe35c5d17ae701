/** The boats that came in on a day, first come first. */
export function arrivalsOn(quay, day) {
  const arrivals = quay.dayBook.filter(({ kind, at }) => kind === 'arrival' && at.startsWith(day))
  return arrivals.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ boat }) => boat)
}
