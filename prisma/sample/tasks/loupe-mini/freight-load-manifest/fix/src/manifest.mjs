import { addParcel } from './parcels.mjs'

/** Loads the rows of a manifest, `{ number, to, kg }`, and returns how many there were. */
export function loadManifest(store, rows) {
  const bad = rows.find(({ kg }) => !(Number(kg) > 0))
  if (bad) throw new Error(`parcel ${bad.number} has no weight`)
  for (const { number, to, kg } of rows) {
    addParcel(store, { number, to, kg: Number(kg) })
  }
  return rows.length
}
