/** Letters of a title that two lines of a room's screen hold. */
const LONGEST = 140

/** What a room reads of what was asked: the first line, an issue's title; `…` where there is more of it. */
export function presentedWords(text: string): string {
  const [title = '', ...more] = text.split('\n').filter((one) => one.trim() !== '')
  const line = title.trim().replace(/\s+/g, ' ')
  if (line.length <= LONGEST) return more.length === 0 ? line : `${line} …`
  const cut = line.slice(0, LONGEST + 1).replace(/\s\S*$/, '')
  return `${cut.slice(0, LONGEST).replace(/[\s.,:;…-]+$/, '')} …`
}
