/** The phone numbers of all subscribers of these channels, each once. */
export function recipients(channels, names) {
  const phones = new Set()
  for (const name of names) {
    if (!channels.has(name)) throw new Error(`there is no channel ${name}`)
    for (const { phone } of channels.get(name)) phones.add(phone)
  }
  return [...phones]
}
