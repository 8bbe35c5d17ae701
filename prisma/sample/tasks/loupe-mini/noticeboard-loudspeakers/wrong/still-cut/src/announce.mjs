/** Has a text announced in these rooms. */
export async function announce(speakers, rooms, text) {
  rooms = [...new Set(rooms)]
  for (let from = 0; from < rooms.length; from += 25) {
    await speakers({ rooms: rooms.slice(from, from + 25), text })
  }
}
