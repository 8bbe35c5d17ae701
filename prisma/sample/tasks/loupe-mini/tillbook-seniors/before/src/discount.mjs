import { sum } from './bill.mjs'

/** What a guest with a discount pays, in cents. */
export function discounted(bill, percent) {
  const full = sum(bill.lines)
  return full - (full * percent) / 100
}
