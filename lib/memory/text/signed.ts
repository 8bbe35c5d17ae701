/** `+3.1`, `−0.4`, `0.0`: a difference, with the true minus; what rounds to nothing has no sign. */
export function signedPp(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '\u2212'}${text}`
}
