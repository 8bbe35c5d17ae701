/** The berth a link asks for, or the first one. */
export function linkedBerth(quay, query) {
  const berths = [...quay.piers.values()].flat()
  const asked = new URLSearchParams(query).get('place')?.toUpperCase()
  return berths.includes(asked) ? asked : berths[0]
}
