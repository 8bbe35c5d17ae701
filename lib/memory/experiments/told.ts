/** Told apart: the interval holds no 0, and the test says so after Holm over all arms; for the first alone a few instances suffice. */
export function isTold({ adjustedP, low, high }: { adjustedP: number; low: number; high: number }): boolean {
  return adjustedP <= 0.05 && (low > 0 || high < 0)
}
