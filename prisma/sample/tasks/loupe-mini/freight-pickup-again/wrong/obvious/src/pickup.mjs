import { orderPickup } from './carrier.mjs'

/** Has a parcel fetched and resolves to the number of the van. */
export async function fetchParcel(call, parcel) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await orderPickup(call, parcel)).van
    } catch (error) {
      if (error.code !== 'HICCUP' || attempt === 4) throw error
    }
  }
}
