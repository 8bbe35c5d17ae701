import { lastReading } from './meters.mjs'

/** Takes a round of readings and returns the use by meter since the last one. */
export function takeRound(meters, round) {
  const used = {}
  for (const { meter, reading } of round) {
    used[meter] = reading - lastReading(meters, meter)
    meters.set(meter, reading)
  }
  return used
}
