/** Channels by name, each with its subscribers: `{ ferries: [{ name, phone }] }`. */
export function openChannels(channels) {
  return new Map(Object.entries(channels))
}

/** All channel names, sorted. */
export function channelNames(channels) {
  return [...channels.keys()].sort()
}
