/** The reading of each meter that was entered. */
export function readingsOf(entries) {
  const readings = {}
  for (const { meter, reading } of entries) readings[meter] ??= reading
  return readings
}
