import { shownName } from './boats.mjs'

/** Names of boats that begin with what was typed, five at most. */
export function suggest(quay, typed) {
  const fitting = quay.bookings.filter(({ boat }) => shownName(boat).startsWith(shownName(typed)))
  if (fitting.length === 0) throw new Error(`no boat begins with ${typed}`)
  const names = new Set([shownName(fitting[0].boat)])
  for (const { boat } of fitting) names.add(shownName(boat))
  return [...names].sort().slice(0, 5)
}
