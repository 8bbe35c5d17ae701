import { doubt } from './doubts.mjs'

/** What the counter has counted, in units. */
export function totalUse(pulses) {
  const possible = pulses.filter((pulse) => {
    const fine = pulse.units >= 0 && pulse.units <= 500
    if (!fine) doubt(pulse, 'no pulse can have so many units')
    return fine
  })
  return possible.reduce((total, { units }) => total + units, 0)
}
