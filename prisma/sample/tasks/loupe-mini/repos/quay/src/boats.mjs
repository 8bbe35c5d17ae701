/** A boat's name as the signs show it. */
export function shownName(boat) {
  return boat.trim().replace(/\s+/g, ' ').toUpperCase()
}

/** The class of a length in metres: small, middle or large. */
export function lengthClass(metres) {
  if (metres < 8) return 'small'
  return metres < 12 ? 'middle' : 'large'
}
