const REST = 11 * 60

/** Ids of shifts that begin too soon after the person's shift before. */
export function tooShort(shifts) {
  const sorted = shifts.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return sorted
    .filter((shift, index) => {
      const before = sorted[index - 1]
      return before && before.name === shift.name && minutes(before.to, shift.from) < REST
    })
    .map(({ id }) => id)
}

function minutes(from, to) {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000
}
