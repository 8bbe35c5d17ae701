import { charge } from './terminal.mjs'

/** Charges a card and resolves to whether it was accepted. */
export async function payByCard(line, cents) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await charge(line, cents)).accepted
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}
