/** Erases a subscriber and returns in how many channels the number was. */
export function forget(channels, phone) {
  let count = 0
  for (const [name, subscribers] of channels) {
    const left = subscribers.filter((each) => each.phone !== phone)
    if (left.length === subscribers.length) continue
    channels.set(name, left)
    count += 1
  }
  return count
}
