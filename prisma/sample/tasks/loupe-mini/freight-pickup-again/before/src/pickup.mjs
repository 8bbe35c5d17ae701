import { orderPickup } from './carrier.mjs'

/** Has a parcel fetched and resolves to the number of the van. */
export async function fetchParcel(call, parcel) {
  const { van } = await orderPickup(call, parcel)
  return van
}
