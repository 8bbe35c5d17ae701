const returned = []

/** Hands something that cannot be delivered to the desk. */
export function handBack(what, why) {
  returned.push({ what, why })
}

/** What the desk has got so far. */
export function listReturns() {
  return [...returned]
}
