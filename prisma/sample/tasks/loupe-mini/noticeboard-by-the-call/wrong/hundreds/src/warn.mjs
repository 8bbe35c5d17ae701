/** Sends a text to all these numbers through Nordlink and resolves to how many there were. */
export async function warn(link, phones, text) {
  for (let from = 0; from < phones.length; from += 100) await link.send('messages', phones.slice(from, from + 100).map((phone) => ({ phone, text })))
  return phones.length
}
