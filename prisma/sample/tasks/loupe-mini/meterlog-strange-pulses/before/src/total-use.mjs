/** What the counter has counted, in units. */
export function totalUse(pulses) {
  return pulses.reduce((total, { units }) => total + units, 0)
}
