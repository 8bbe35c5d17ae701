import { sum } from './bill.mjs'

/** Strikes a line out of a bill. */
export function strike(bill, number) {
  const line = bill.lines.find((each) => each.number === number)
  if (!line) throw new Error(`there is no line ${number}`)
  line.struck = true
  return line
}

/** What is to be paid, in cents. */
export function due(bill) {
  return sum(bill.lines.filter(({ struck }) => !struck))
}
