/** Declares the parcels of a van to customs through Nordlink and resolves to how many there were. */
export async function declareVan(link, parcels) {
  const lines = parcels.filter(({ withdrawn }) => !withdrawn).map(({ number, kg }) => ({ number, kg }))
  const { ok } = await link.send('declarations', lines)
  if (!ok) throw new Error('Nordlink did not take the declaration')
  return lines.length
}
