/** The crew, from `[{ name, role }]`. */
export function hire(people) {
  return people.map((person) => ({ ...person }))
}

/** The person of this name, or undefined. */
export function findPerson(crew, name) {
  return crew.find((person) => person.name === name)
}

/** Names by role, in the order of hiring. */
export function namesOf(crew, role) {
  return crew.filter((person) => person.role === role).map(({ name }) => name)
}
