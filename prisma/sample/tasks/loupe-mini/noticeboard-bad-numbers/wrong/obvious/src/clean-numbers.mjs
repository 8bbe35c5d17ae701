/** The numbers of subscribers as the message service wants them. */
export function cleanNumbers(subscribers) {
  return subscribers.map(({ phone }) => String(phone ?? '').replaceAll(' ', '')).filter((number) => /^[+]?\d+$/.test(number))
}
