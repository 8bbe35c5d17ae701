/** An empty store of parcels. */
export function openStore() {
  return { parcels: [] }
}

/** Adds a parcel. */
export function addParcel(store, parcel) {
  store.parcels.push(parcel)
}

/** The weight of all parcels in the store, in kg. */
export function totalKg(store) {
  return store.parcels.reduce((total, { kg }) => total + kg, 0)
}
