/** The reading of each meter that was entered. */
export function readingsOf(entries) {
  const readings = {}
  for (const { meter, reading } of entries.toSorted((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1))) readings[meter] = reading
  return readings
}
