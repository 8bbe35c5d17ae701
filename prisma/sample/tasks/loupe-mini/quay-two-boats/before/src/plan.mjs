import { shownName } from './boats.mjs'

/** The boat that has a berth on a day, as the plan shows it. */
export function boatOn(quay, berth, day) {
  const booked = quay.bookings.filter((each) => each.berth === berth && each.from <= day && day < each.to)
  return booked.map(({ boat }) => shownName(boat)).join(', ')
}
