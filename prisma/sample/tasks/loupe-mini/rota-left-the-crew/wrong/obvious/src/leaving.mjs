import { findPerson, namesOf } from './crew.mjs'

/** Somebody leaves the crew on a day. */
export function leave(crew, name, day) {
  const person = findPerson(crew, name)
  if (!person) throw new Error(`nobody is called ${name}`)
  crew.splice(crew.indexOf(person), 1)
  return { name, day }
}

/** The people of a role who can be planned. */
export function available(crew, role) {
  return namesOf(crew, role)
}
