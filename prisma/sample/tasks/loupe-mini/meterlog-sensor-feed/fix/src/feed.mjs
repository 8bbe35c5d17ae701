/** Takes the hourly values, `[{ meter, reading }]`, and returns the meters whose sensor is broken. */
export function takeFeed(meters, feed) {
  const broken = []
  for (const { meter, reading } of feed) {
    if (Number.isFinite(reading)) meters.set(meter, reading)
    else broken.push(meter)
  }
  return broken
}
