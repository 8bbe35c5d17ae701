/** Prints the label of a parcel and resolves to its number. */
export async function printLabel(printer, parcel, rolls) {
  const number = rolls.next()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const answer = await printer({ number, text: `${parcel.number} ${parcel.to}` })
    if (answer !== 'jam') return number
  }
  throw new Error('the printer has a paper jam')
}
