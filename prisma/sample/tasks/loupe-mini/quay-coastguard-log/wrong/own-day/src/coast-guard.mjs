/** The lines of a calendar date for the coast guard: "18:00 arrival Terna". */
export function coastGuardCopy(quay, date) {
  const lines = quay.dayBook.filter(({ at }) => new Date(Date.parse(`${at}Z`) - 4 * 3_600_000).toISOString().startsWith(date)).toSorted((a, b) => a.at.localeCompare(b.at))
  return lines.map(({ kind, boat, at }) => `${at.slice(11)} ${kind} ${boat}`)
}
