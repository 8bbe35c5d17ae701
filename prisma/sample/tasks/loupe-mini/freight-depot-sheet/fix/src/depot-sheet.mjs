/** The rows of the list that depots read in. */
export function depotRows(store) {
  return store.parcels.map(({ number, to, kg }) => ({ number, to, weight_kg: kg.toFixed(1), wt: kg.toFixed(1) }))
}
