import { shownName } from './boats.mjs'

/** The boats that lie at a pier on a day, berth by berth. */
export function boatsAt(quay, pier, day) {
  const berths = quay.piers.get(pier)
  const taken = berths.map((berth) =>
    quay.bookings.find((each) => each.berth === berth && each.from <= day && day < each.to),
  )
  return taken.filter(Boolean).map(({ berth, boat }) => ({ berth, boat: shownName(boat) }))
}
