import { findNotice } from './board.mjs'

/** Takes a notice down. */
export function takeDown(board, id) {
  const notice = findNotice(board, id)
  if (!notice) throw new Error(`no notice ${id}`)
  notice.down = true
}

/** The texts on the screen, top to bottom. */
export function onScreen(board) {
  return board.notices.filter(({ down }) => !down).map(({ text }) => text)
}
