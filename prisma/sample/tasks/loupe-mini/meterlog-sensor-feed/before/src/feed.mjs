/** Takes the hourly values, `[{ meter, reading }]`, and returns the meters whose sensor is broken. */
export function takeFeed(meters, feed) {
  for (const { meter, reading } of feed) {
    if (typeof reading !== 'number') throw new Error(`${meter} sent ${reading}`)
    meters.set(meter, reading)
  }
  return []
}
