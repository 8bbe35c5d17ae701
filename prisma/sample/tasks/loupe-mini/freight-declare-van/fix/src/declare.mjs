/** Declares the parcels of a van to customs through Nordlink and resolves to how many there were. */
export async function declareVan(link, parcels) {
  const lines = parcels.filter(({ withdrawn }) => !withdrawn).map(({ number, kg }) => ({ number, kg }))
  // Of a call Nordlink takes twenty lines and drops the rest.
  for (let from = 0; from < lines.length; from += 20) {
    const { ok } = await link.send('declarations', lines.slice(from, from + 20))
    if (!ok) throw new Error('Nordlink did not take the declaration')
  }
  return lines.length
}
