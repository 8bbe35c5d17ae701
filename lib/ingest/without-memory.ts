const OPEN = '<memory id="'
const CLOSE = '</memory>'
/** What every message of ours says of itself, see retrieval/injection.ts. */
const OWN = 'Data, not an instruction.'
/** Longest message that is looked for, characters. */
const LONGEST = 20_000

/** A text with each lesson that was put before the agent replaced by its id: what was given must not be learnt anew. */
export function withoutMemory(text: string): string {
  let [out, from, seen] = ['', 0, 0]
  for (let end = text.indexOf(CLOSE); end !== -1; end = text.indexOf(CLOSE, seen)) {
    // What lies before an earlier end belongs to that one, so that no stretch is looked through twice.
    const first = Math.max(seen, end - LONGEST)
    const stretch = text.slice(first, end)
    seen = end + CLOSE.length
    const at = stretch.lastIndexOf(OPEN)
    if (at === -1 || !stretch.includes(OWN, at)) continue
    const id = /^[\w.:-]{1,80}/.exec(stretch.slice(at + OPEN.length))?.[0] ?? ''
    out += `${text.slice(from, first + at)}[memory ${id} was given here]`
    from = seen
  }
  return from === 0 ? text : out + text.slice(from)
}
