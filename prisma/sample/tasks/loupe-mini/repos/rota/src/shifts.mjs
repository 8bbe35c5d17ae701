const MINUTE = 60_000

/** Length of a shift in minutes. */
export function minutesOf({ from, to }) {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / MINUTE
}

/** 450 as "7:30". */
export function shownHours(minutes) {
  return `${Math.trunc(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
