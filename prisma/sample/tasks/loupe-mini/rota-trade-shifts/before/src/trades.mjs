/** A new list in which the people of two shifts have changed places. */
export function swap(shifts, idA, idB) {
  const nameOf = (id) => shifts.find((shift) => shift.id === id).name
  const names = { [idA]: nameOf(idB), [idB]: nameOf(idA) }
  return shifts.map((shift) => ({ ...shift, name: names[shift.id] ?? shift.name }))
}
