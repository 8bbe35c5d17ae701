import { PER_KG } from './rates.mjs'

/** What a shipper pays for a parcel, in cents. */
export function freightCharge(zone, grams) {
  if (!(zone in PER_KG)) throw new Error(`no rate for ${zone}`)
  return Math.floor((PER_KG[zone] * grams) / 1000)
}
