/** Meters by name with their last reading: `{ A1: 120 }`. */
export function openMeters(last) {
  return new Map(Object.entries(last))
}

/** The last reading of a meter. */
export function lastReading(meters, name) {
  return meters.get(name)
}
