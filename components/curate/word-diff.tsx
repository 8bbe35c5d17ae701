import type { DiffPiece } from './prepare-versions.ts'

/** Struck red and green plain, each with its sign in words for a screen reader. */
export function WordDiff({ pieces }: { pieces: DiffPiece[] }) {
  let at = 0
  return pieces.map((piece) => {
    at += 1
    if (piece.op === 'same') return <span key={at}>{piece.text}</span>
    return piece.op === 'added' ? (
      <ins key={at}>
        <span className="sr-only">plus </span>
        {piece.text}
      </ins>
    ) : (
      <del key={at}>
        <span className="sr-only">minus </span>
        {piece.text}
      </del>
    )
  })
}
