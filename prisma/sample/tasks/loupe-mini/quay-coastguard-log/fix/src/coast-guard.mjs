/** The lines of a calendar date for the coast guard: "18:00 arrival Terna". */
export function coastGuardCopy(quay, date) {
  const lines = quay.dayBook.filter(({ at }) => at.startsWith(date)).toSorted((a, b) => a.at.localeCompare(b.at))
  return lines.map(({ kind, boat, at }) => `${at.slice(11)} ${kind} ${boat}`)
}
