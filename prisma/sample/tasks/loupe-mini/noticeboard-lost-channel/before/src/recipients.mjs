/** The phone numbers of all subscribers of these channels, each once. */
export function recipients(channels, names) {
  const phones = new Set()
  for (const name of names) {
    for (const { phone } of channels.get(name)) phones.add(phone)
  }
  return [...phones]
}
