/** Erases a subscriber and returns in how many channels the number was. */
export function forget(channels, phone) {
  let count = 0
  let first = true
  for (const [name, subscribers] of channels) {
    if (!subscribers.some((each) => each.phone === phone)) continue
    count += 1
    if (first) channels.set(name, subscribers.filter((each) => each.phone !== phone))
    else for (const each of subscribers) if (each.phone === phone) each.forgotten = true
    first = false
  }
  return count
}
