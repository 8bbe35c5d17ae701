/** Sends a text to all these numbers through Nordlink and resolves to how many there were. */
export async function warn(link, phones, text) {
  for (const phone of phones) await link.send('messages', [{ phone, text }])
  return phones.length
}
