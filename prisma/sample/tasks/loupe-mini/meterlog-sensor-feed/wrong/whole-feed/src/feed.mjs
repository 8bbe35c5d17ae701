/** Takes the hourly values, `[{ meter, reading }]`, and returns the meters whose sensor is broken. */
export function takeFeed(meters, feed) {
  const broken = feed.filter(({ reading }) => typeof reading !== 'number').map(({ meter }) => meter)
  if (broken.length > 0) return broken
  for (const { meter, reading } of feed) {
    meters.set(meter, reading)
  }
  return []
}
