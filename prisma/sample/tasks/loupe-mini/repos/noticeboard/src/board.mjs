/** An empty board. */
export function openBoard() {
  return { notices: [] }
}

/** Hangs a notice. */
export function hang(board, notice) {
  board.notices.push(notice)
}

/** The notice with this id, or undefined. */
export function findNotice(board, id) {
  return board.notices.find((notice) => notice.id === id)
}
