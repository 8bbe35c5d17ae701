/** What a terminal obeys (it moves a cursor, rings a bell, opens a sequence), and marks that turn the direction of writing. */
const CONTROLS = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu
const FIRST_WITHOUT_SIGN = 0x7f

/** A text in which control characters can be seen and do nothing: `␛` for escape, `\u202e` for what has no sign of its own. Tabs and line feeds stay. */
export function showControls(text: string): string {
  return text.replace(CONTROLS, (sign) => {
    const code = sign.charCodeAt(0)
    return code < FIRST_WITHOUT_SIGN ? String.fromCharCode(0x2400 + code) : escaped(code)
  })
}

/** A JSON document with those escaped that JSON leaves raw: the same document, and no terminal obeys it. */
export function escapeRare(json: string): string {
  return json.replace(CONTROLS, (sign) => {
    const code = sign.charCodeAt(0)
    return code < FIRST_WITHOUT_SIGN ? sign : escaped(code)
  })
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}
