/** What was used, by day: `[['2025-06-14', 12]]`. */
export function useByDay(pulses) {
  const days = []
  for (const { at, units } of pulses) {
    const day = at.slice(0, 10)
    const last = days.at(-1)
    if (last?.[0] === day) last[1] += units
    else days.push([day, units])
  }
  return days
}
