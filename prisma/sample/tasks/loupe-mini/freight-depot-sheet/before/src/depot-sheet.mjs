/** The rows of the list that depots read in. */
export function depotRows(store) {
  return store.parcels.map(({ number, to, kg }) => ({ number, to, wt: kg.toFixed(1) }))
}
