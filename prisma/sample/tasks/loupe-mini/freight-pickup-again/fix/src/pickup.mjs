import { randomUUID } from 'node:crypto'
import { requestPickup } from './carrier.mjs'

/** Has a parcel fetched and resolves to the number of the van. */
export async function fetchParcel(call, parcel) {
  const order = randomUUID()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await requestPickup(call, parcel, order)).van
    } catch (error) {
      if (error.code !== 'HICCUP' || attempt === 4) throw error
    }
  }
}
