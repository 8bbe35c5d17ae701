import { charge } from './terminal.mjs'

/** Charges a card and resolves to whether it was accepted. */
export async function payByCard(line, cents) {
  const { accepted } = await charge(line, cents)
  return accepted
}
