/** What was used, by day: `[['2025-06-14', 12]]`. */
export function useByDay(pulses) {
  const days = new Map()
  for (const { at, units } of pulses) {
    const day = at.slice(0, 10)
    days.set(day, (days.get(day) ?? 0) + units)
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1))
}
