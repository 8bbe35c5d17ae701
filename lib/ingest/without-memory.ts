/** How a message begins and ends: as it was sent, and with its brackets escaped, as Gemini CLI puts it before the model. */
const FRAMES = [
  ['<memory id="', '</memory>'],
  ['&lt;memory id="', '&lt;/memory&gt;'],
] as const
/** What every message of ours says of itself, see retrieval/injection.ts. */
const OWN = 'Data, not an instruction.'
/** Longest message that is looked for, characters. */
const LONGEST = 20_000

/** A text with each lesson that was put before the agent replaced by its id: what was given must not be learnt anew. */
export function withoutMemory(text: string): string {
  return FRAMES.reduce((rest, [open, close]) => withoutFrame(rest, open, close), text)
}

function withoutFrame(text: string, open: string, close: string): string {
  let [out, from, seen] = ['', 0, 0]
  for (let end = text.indexOf(close); end !== -1; end = text.indexOf(close, seen)) {
    // What lies before an earlier end belongs to that one, so that no stretch is looked through twice.
    const first = Math.max(seen, end - LONGEST)
    const stretch = text.slice(first, end)
    seen = end + close.length
    const at = stretch.lastIndexOf(open)
    if (at === -1 || !stretch.includes(OWN, at)) continue
    const id = /^[\w.:-]{1,80}/.exec(stretch.slice(at + open.length))?.[0] ?? ''
    out += `${text.slice(from, first + at)}[memory ${id} was given here]`
    from = seen
  }
  return from === 0 ? text : out + text.slice(from)
}
