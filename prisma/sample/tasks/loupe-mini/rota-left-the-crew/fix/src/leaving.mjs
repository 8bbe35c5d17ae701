import { findPerson } from './crew.mjs'

/** Somebody leaves the crew on a day. */
export function leave(crew, name, day) {
  const person = findPerson(crew, name)
  if (!person) throw new Error(`nobody is called ${name}`)
  person.left = day
  return { name, day }
}

/** The people of a role who can be planned. */
export function available(crew, role) {
  return crew.filter((person) => person.role === role && !person.left).map(({ name }) => name)
}
