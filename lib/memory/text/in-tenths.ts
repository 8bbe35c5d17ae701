/** `in about 6 of 10 like this`: tenths, since a fit of some hundred judgements tells no more. */
export function inTenths(probability: number): string {
  const tenths = Math.round(probability * 10)
  return tenths === 0
    ? 'in fewer than 1 of 10 like this'
    : tenths === 10
      ? 'in more than 9 of 10 like this'
      : `in about ${tenths} of 10 like this`
}
