import { handBack } from './returns.mjs'

/** The numbers of subscribers as the message service wants them. */
export function cleanNumbers(subscribers) {
  const numbers = []
  for (const subscriber of subscribers) {
    const number = String(subscriber.phone ?? '').replaceAll(' ', '')
    if (/^[+]?\d+$/.test(number)) numbers.push(number)
    else handBack(subscriber, 'no number that can be called')
  }
  return numbers
}
