const WIDTH = 20

/** An address in lines that fit on a label. */
export function labelLines(address) {
  const lines = ['']
  for (const word of address.trim().split(/\s+/)) {
    const line = lines.at(-1)
    if (line.length + word.length <= WIDTH) lines[lines.length - 1] = line ? `${line} ${word}` : word
    else lines.push(word)
  }
  return lines.map((line) => line.slice(0, WIDTH))
}
