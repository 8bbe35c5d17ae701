let last = 0

/** A reference nobody has used yet. */
export function newReference() {
  last += 1
  return `T${String(last).padStart(6, '0')}`
}

/** Asks the terminal once. `line` is the connection: it takes a request and resolves to an answer, or throws when the line drops. */
export async function charge(line, cents, reference = newReference()) {
  return line({ reference, cents })
}
