import { type AnsiColor, parseAnsi } from './ansi.ts'

const CLASSES: Record<AnsiColor, string> = {
  black: 'text-ink-3',
  red: 'text-danger',
  green: 'text-success',
  yellow: 'text-warning',
  blue: 'text-analyze-text',
  magenta: 'text-edit-text',
  cyan: 'text-verify-text',
  white: 'text-ink',
}

/** Terminal output as text: eight colours, nothing else of what the program asked for. Set `whitespace-pre-wrap` around it. */
export function AnsiText({ text }: { text: string }) {
  let at = 0
  return parseAnsi(text).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.color === null ? (
      piece.text
    ) : (
      <span key={key} className={CLASSES[piece.color]}>
        {piece.text}
      </span>
    )
  })
}
