const slips = []

/** Leaves a slip for the office. */
export function leaveSlip(what, why) {
  slips.push({ what, why })
}

/** The slips so far, oldest first. */
export function readSlips() {
  return [...slips]
}
