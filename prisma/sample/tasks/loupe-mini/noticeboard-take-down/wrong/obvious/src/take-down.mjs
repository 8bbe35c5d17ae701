import { findNotice } from './board.mjs'

/** Takes a notice down. */
export function takeDown(board, id) {
  const notice = findNotice(board, id)
  if (!notice) throw new Error(`no notice ${id}`)
  board.notices = board.notices.filter((each) => each !== notice)
  return board.notices.length
}

/** The texts on the screen, top to bottom. */
export function onScreen(board) {
  return board.notices.map(({ text }) => text)
}
