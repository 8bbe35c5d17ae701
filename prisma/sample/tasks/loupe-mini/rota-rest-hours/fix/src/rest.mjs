const REST = 11 * 60

/** Ids of shifts that begin too soon after the person's shift before. */
export function tooShort(shifts) {
  const sorted = shifts.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return sorted
    .filter((shift, index) => {
      const earlier = sorted.slice(0, index).filter(({ name }) => name === shift.name)
      return earlier.some(({ to }) => minutes(to, shift.from) < REST)
    })
    .map(({ id }) => id)
}

function minutes(from, to) {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000
}
