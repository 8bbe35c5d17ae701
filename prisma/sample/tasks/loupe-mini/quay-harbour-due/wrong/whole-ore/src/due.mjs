/** The public harbour due on a stay fee, in øre. */
export function harbourDue(fee, perMille) {
  return Math.ceil((fee * perMille) / 1000)
}
