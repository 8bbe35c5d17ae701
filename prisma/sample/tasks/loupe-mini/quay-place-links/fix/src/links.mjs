/** The berth a link asks for, or the first one. */
export function linkedBerth(quay, query) {
  const berths = [...quay.piers.values()].flat()
  const words = new URLSearchParams(query)
  const asked = (words.get('place') ?? words.get('berth'))?.toUpperCase()
  return berths.includes(asked) ? asked : berths[0]
}
