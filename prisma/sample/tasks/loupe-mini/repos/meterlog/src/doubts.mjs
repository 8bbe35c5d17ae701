const doubts = []

/** Puts a reading on the caretaker's list. */
export function doubt(what, why) {
  doubts.push({ what, why })
}

/** The caretaker's list, oldest first. */
export function listDoubts() {
  return [...doubts]
}
