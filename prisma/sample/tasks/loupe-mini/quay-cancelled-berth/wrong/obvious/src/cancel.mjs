import { findBooking } from './quay.mjs'

/** Cancels a booking. */
export function cancel(quay, id) {
  const booking = findBooking(quay, id)
  if (!booking) throw new Error(`no booking ${id}`)
  quay.bookings = quay.bookings.filter((each) => each !== booking)
  return booking
}

/** Whether nobody has this berth on this day. */
export function isFree(quay, berth, day) {
  return !quay.bookings.some((each) => each.berth === berth && each.from <= day && day < each.to)
}
