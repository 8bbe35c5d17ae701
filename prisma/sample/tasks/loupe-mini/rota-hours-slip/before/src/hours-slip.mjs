import { minutesOf, shownHours } from './shifts.mjs'

/** What somebody worked in these shifts, as printed on the slip. */
export function hoursSlip(crew, shifts, name) {
  const minutes = new Map(crew.map((person) => [person.name, 0]))
  for (const shift of shifts) minutes.set(shift.name, minutes.get(shift.name) + minutesOf(shift))
  return `${name}: ${shownHours(minutes.get(name))}`
}
