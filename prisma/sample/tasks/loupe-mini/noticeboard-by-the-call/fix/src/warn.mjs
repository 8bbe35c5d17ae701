/** Sends a text to all these numbers through Nordlink and resolves to how many there were. */
export async function warn(link, phones, text) {
  const messages = phones.map((phone) => ({ phone, text }))
  // Nordlink drops what is beyond the twentieth item of a call.
  for (let from = 0; from < messages.length; from += 20) await link.send('messages', messages.slice(from, from + 20))
  return phones.length
}
