/** What the counter has counted, in units. */
export function totalUse(pulses) {
  return pulses.filter(({ units }) => units >= 0 && units <= 500).reduce((total, { units }) => total + units, 0)
}
