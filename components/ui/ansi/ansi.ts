/** Colours a program may ask for. Everything else it asks for is dropped: a log must not move, hide or restyle the page. */
export const ANSI_COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
export type AnsiColor = (typeof ANSI_COLORS)[number]

export type AnsiPiece = { text: string; color: AnsiColor | null }

// One pass: CSI (group 1 its parameters when it is SGR), OSC up to BEL or ST, any other escape, lone control characters.
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes.
  /\u001b\[([0-9;:]*)m|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Splits terminal output into plain pieces with at most a colour from the whitelist. `\n` and `\t` stay. */
export function parseAnsi(text: string): AnsiPiece[] {
  const pieces: AnsiPiece[] = []
  let color: AnsiColor | null = null
  let from = 0
  const push = (to: number) => {
    if (to > from) {
      const last = pieces.at(-1)
      if (last && last.color === color) last.text += text.slice(from, to)
      else pieces.push({ text: text.slice(from, to), color })
    }
  }
  for (const match of text.matchAll(ESCAPES)) {
    push(match.index)
    from = match.index + match[0].length
    if (match[1] !== undefined) color = colorAfter(match[1], color)
  }
  push(text.length)
  return pieces
}

/** The text alone, without any escape. */
export function stripAnsi(text: string): string {
  return parseAnsi(text)
    .map((piece) => piece.text)
    .join('')
}

function colorAfter(parameters: string, before: AnsiColor | null): AnsiColor | null {
  const codes = parameters.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)))
  let color = before
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0
    if (code === 38 || code === 48) {
      // Extended colour: take the eight of the palette, drop the rest, and step over its parameters.
      const index = codes[i + 1] === 5 ? codes[i + 2] : undefined
      if (code === 38) color = index === undefined ? null : (ANSI_COLORS[index < 16 ? index % 8 : 8] ?? null)
      i += codes[i + 1] === 5 ? 2 : 4
    } else if (code === 0 || code === 39) color = null
    else if (code >= 30 && code <= 37) color = ANSI_COLORS[code - 30] ?? null
    else if (code >= 90 && code <= 97) color = ANSI_COLORS[code - 90] ?? null
  }
  return color
}
