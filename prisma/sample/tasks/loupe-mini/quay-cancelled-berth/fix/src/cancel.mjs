import { findBooking } from './quay.mjs'

/** Cancels a booking. */
export function cancel(quay, id) {
  const booking = findBooking(quay, id)
  if (!booking) throw new Error(`no booking ${id}`)
  booking.cancelled = true
  return booking
}

/** Whether nobody has this berth on this day. */
export function isFree(quay, berth, day) {
  return !quay.bookings.some((each) => each.berth === berth && !each.cancelled && each.from <= day && day < each.to)
}
