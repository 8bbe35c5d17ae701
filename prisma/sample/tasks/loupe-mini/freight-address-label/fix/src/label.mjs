const WIDTH = 20

/** An address in lines that fit on a label. */
export function labelLines(address) {
  const lines = ['']
  for (let word of address.trim().split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= WIDTH) {
      lines[lines.length - 1] = longer
      continue
    }
    if (lines.at(-1) === '') lines.pop()
    for (; word.length > WIDTH; word = word.slice(WIDTH)) lines.push(word.slice(0, WIDTH))
    lines.push(word)
  }
  return lines
}
