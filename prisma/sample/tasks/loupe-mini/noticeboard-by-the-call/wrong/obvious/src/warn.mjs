/** Sends a text to all these numbers through Nordlink and resolves to how many there were. */
export async function warn(link, phones, text) {
  if (phones.length > 0) await link.send('messages', phones.map((phone) => ({ phone, text })))
  return phones.length
}
