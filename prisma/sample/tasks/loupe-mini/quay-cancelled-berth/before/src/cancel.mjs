import { findBooking } from './quay.mjs'

/** Cancels a booking. */
export function cancel(quay, id) {
  const booking = findBooking(quay, id)
  if (!booking) throw new Error(`no booking ${id}`)
  return booking
}

/** Whether nobody has this berth on this day. */
export function isFree(quay, berth, day) {
  return !quay.bookings.some((each) => each.berth === berth && each.from <= day && day < each.to)
}
