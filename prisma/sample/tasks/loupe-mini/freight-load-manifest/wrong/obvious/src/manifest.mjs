import { addParcel } from './parcels.mjs'

/** Loads the rows of a manifest, `{ number, to, kg }`, and returns how many there were. */
export function loadManifest(store, rows) {
  for (const { number, to, kg } of rows) {
    if (!(Number(kg) > 0)) throw new Error(`parcel ${number} has no weight`)
    addParcel(store, { number, to, kg: Number(kg) })
  }
  return rows.length
}
