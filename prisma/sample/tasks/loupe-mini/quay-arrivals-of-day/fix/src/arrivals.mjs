/** The boats that came in on a day, first come first. */
export function arrivalsOn(quay, day) {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  const arrivals = quay.dayBook.filter(({ kind }) => kind === 'arrival')
  return arrivals.filter(({ at }) => at >= `${day}T04:00` && at < `${next}T04:00`).toSorted((a, b) => a.at.localeCompare(b.at)).map(({ boat }) => boat)
}
