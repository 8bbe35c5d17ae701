/** Has a text announced in these rooms. */
export async function announce(speakers, rooms, text) {
  await speakers({ rooms: [...new Set(rooms)], text })
}
