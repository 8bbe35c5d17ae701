import { minutesOf } from './shifts.mjs'

/** Minutes worked by day; a shift counts for the day on which it begins. */
export function minutesByDay(shifts) {
  const days = {}
  for (const shift of shifts) {
    const day = shift.from.slice(0, 10)
    days[day] = (days[day] ?? 0) + minutesOf(shift)
  }
  return days
}
