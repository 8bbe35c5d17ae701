export interface Token {
  kind: 'word' | 'number' | 'text' | 'sign'
  text: string
  /** Place in the source, half-open. */
  start: number
  end: number
  /** From 0. */
  line: number
}

const TOKEN =
  /(?<skip>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<text>'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=\()\/(?:[^/\\\n]|\\.)+\/g?)|(?<word>[A-Za-z_$][\w$]*)|(?<number>\d+(?:\.\d+)?)|(?<sign>\.\.\.|===|!==|\*\*|=>|<=|>=|\?\?|\?\.|&&|\|\||\+=|-=|[-+*/%<>=!?:;,.(){}[\]])/g

/** The tokens of a source in the style of the worlds' libraries; comments are left out, a template is one text. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let line = 0
  let seen = 0
  for (const match of source.matchAll(TOKEN)) {
    for (; seen < match.index; seen++) if (source[seen] === '\n') line++
    const kind = (['word', 'number', 'text', 'sign'] as const).find(
      (one) => match.groups?.[one] !== undefined,
    )
    if (kind)
      tokens.push({ kind, text: match[0], start: match.index, end: match.index + match[0].length, line })
  }
  return tokens
}

/** Place of the bracket that closes the one at `open`; the last place when none does. */
export function closingPlace(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let i = open; i < tokens.length; i++) {
    const text = tokens[i]?.text ?? ''
    if (tokens[i]?.kind !== 'sign') continue
    if ('([{'.includes(text)) depth++
    if (')]}'.includes(text) && --depth === 0) return i
  }
  return tokens.length - 1
}
