/** Moves the lines with these numbers from one bill to another. */
export function moveLines(from, to, numbers) {
  for (const number of numbers) {
    const line = from.lines.find((each) => each.number === number)
    if (!line) throw new Error(`line ${number} is not on this bill`)
    to.lines.push(line)
    from.lines = from.lines.filter((each) => each !== line)
  }
  return to
}
