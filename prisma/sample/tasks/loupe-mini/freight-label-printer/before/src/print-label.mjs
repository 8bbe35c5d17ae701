/** Prints the label of a parcel and resolves to its number. */
export async function printLabel(printer, parcel, rolls) {
  const number = rolls.next()
  await printer({ number, text: `${parcel.number} ${parcel.to}` })
  return number
}
