/** Calendar arithmetic on plain numbers: months count from 1, minutes from midnight, weekdays from 0 for Monday. */

export function isLeap(year) {
  if (year % 400 === 0) return true
  return year % 4 === 0 && year % 100 !== 0
}

export function daysInMonth(year, month) {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const extra = month === 2 && isLeap(year) ? 1 : 0
  return lengths[month - 1] + extra
}

export function dayOfYear(date) {
  let days = date.day
  for (let month = 1; month < date.month; month++) {
    days += daysInMonth(date.year, month)
  }
  return days
}

export function addMonths(date, count) {
  const months = date.year * 12 + date.month - 1 + count
  const year = Math.floor(months / 12)
  const month = (months % 12) + 1
  const day = Math.min(date.day, daysInMonth(year, month))
  return { year, month, day }
}

export function compareDates(a, b) {
  if (a.year !== b.year) return a.year - b.year
  if (a.month !== b.month) return a.month - b.month
  return a.day - b.day
}

export function isWithin(date, period) {
  return compareDates(period.start, date) <= 0 && compareDates(date, period.end) <= 0
}

export function overlaps(first, second) {
  return first.start < second.end && second.start < first.end
}

export function mergeSlots(slots) {
  const sorted = [...slots].sort((a, b) => a.start - b.start)
  const merged = []
  for (const slot of sorted) {
    const last = merged[merged.length - 1]
    if (last && slot.start <= last.end) {
      last.end = Math.max(last.end, slot.end)
    } else {
      merged.push({ ...slot })
    }
  }
  return merged
}

export function formatClock(minutes) {
  const hours = Math.floor(minutes / 60) % 24
  const rest = minutes % 60
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

export function parseClock(text) {
  const parts = text.trim().split(':')
  if (parts.length !== 2) return null
  const hours = Number(parts[0])
  const minutes = Number(parts[1])
  if (hours > 23 || minutes > 59) return null
  return hours * 60 + minutes
}

export function workDays(weekday, count) {
  let days = 0
  let left = count
  while (left > 0) {
    days += 1
    if ((weekday + days) % 7 < 5) left -= 1
  }
  return days
}
