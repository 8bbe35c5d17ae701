let orders = 0

/** Orders a pickup from the carrier. `call` is the connection; it resolves to `{ van }` or throws when the line drops. */
export async function orderPickup(call, parcel) {
  orders += 1
  return requestPickup(call, parcel, `K${orders}`)
}

/** The same under an order number of one's own. */
export async function requestPickup(call, parcel, order) {
  return call({ order, parcel: parcel.number, kg: parcel.kg })
}
