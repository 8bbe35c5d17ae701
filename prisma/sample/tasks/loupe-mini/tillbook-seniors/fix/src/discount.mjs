import { sum } from './bill.mjs'

/** What a guest with a discount pays, in cents. */
export function discounted(bill, percent) {
  const full = sum(bill.lines)
  return full - Math.ceil((full * percent) / 100)
}
