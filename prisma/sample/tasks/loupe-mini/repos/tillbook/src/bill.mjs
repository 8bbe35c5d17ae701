/** A new bill for a table or a room. */
export function openBill(place) {
  return { place, lines: [] }
}

/** Adds a line and gives it its number, from 1. */
export function addLine(bill, article, count, cents) {
  const line = { number: bill.lines.length + 1, article, count, cents }
  bill.lines.push(line)
  return line
}

/** What the lines come to, in cents. */
export function sum(lines) {
  return lines.reduce((total, { count, cents }) => total + count * cents, 0)
}
