import { findPerson } from './crew.mjs'
import { minutesOf } from './shifts.mjs'

/** Puts the shifts of a week into the plan and counts each person's minutes. */
export function publishWeek(plan, crew, shifts) {
  for (const shift of shifts) {
    const person = findPerson(crew, shift.name)
    if (!person) throw new Error(`unknown name: ${shift.name}`)
    plan.push({ ...shift, published: true })
    person.minutes = (person?.minutes ?? 0) + minutesOf(shift)
  }
  return plan.length
}
