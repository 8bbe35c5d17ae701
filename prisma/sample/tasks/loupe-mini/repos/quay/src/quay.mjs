/** A quay with its piers, `{ A: ['A1', 'A2'] }`, no bookings and an empty day book. */
export function openQuay(piers) {
  return { piers: new Map(Object.entries(piers)), bookings: [], dayBook: [] }
}

/** A booking: `{ id, berth, boat, from, to, at }`; `at` is when it was asked for. */
export function addBooking(quay, booking) {
  quay.bookings.push(booking)
  return booking
}

/** The booking with this id, or undefined. */
export function findBooking(quay, id) {
  return quay.bookings.find((booking) => booking.id === id)
}

/** Writes a line of the day book: `{ kind, boat, at }`. */
export function note(quay, kind, boat, at) {
  quay.dayBook.push({ kind, boat, at })
}
