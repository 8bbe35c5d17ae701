import { charge, newReference } from './terminal.mjs'

/** Charges a card and resolves to whether it was accepted. */
export async function payByCard(line, cents) {
  const reference = newReference()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await charge(line, cents, reference)).accepted
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}
