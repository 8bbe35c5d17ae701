/** Has a text announced in these rooms. */
export async function announce(speakers, rooms, text) {
  if (rooms.length > 0) await speakers({ rooms: [...new Set(rooms)], text })
}
