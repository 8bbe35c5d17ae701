/** What was used, by day: `[['2025-06-14', 12]]`. A day begins at four in the morning. */
export function useByDay(pulses) {
  const days = new Map()
  for (const { at, units } of pulses) {
    const day = new Date(Date.parse(`${at}Z`) - 4 * 3_600_000).toISOString().slice(0, 10)
    days.set(day, (days.get(day) ?? 0) + units)
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1))
}
