import { TARIFF } from './tariff.mjs'

/** What the berth holder owes for so many units, in cents. */
export function amountFor(kind, units) {
  if (!(kind in TARIFF)) throw new Error(`no tariff for ${kind}`)
  return TARIFF[kind] * units
}
