/** The public harbour due on a stay fee, in øre. */
export function harbourDue(fee, perMille) {
  return (fee * perMille) / 1000
}
