// Reads the hand-written entries. One block an entry, a line a field:
//
//   # key CATEGORY kind [name=value ...]
//   objective / keywords / title / when / do / because / check   (seven lines; "-" is an empty field)
//   > note for the manifest (optional)

const FIELDS = ['objective', 'keywords', 'title', 'when', 'do', 'because', 'check']

const empty = (line) => (line === '-' ? '' : line)

function block(text) {
  const lines = text.split('\n').filter((line) => line !== '')
  const note = lines.at(-1).startsWith('> ') ? lines.pop().slice(2) : undefined
  const [head, ...rest] = lines
  const [key, category, kind, ...pairs] = head.split(' ')
  if (rest.length !== FIELDS.length) throw new Error(`${key}: ${rest.length} fields, not ${FIELDS.length}`)
  const fields = Object.fromEntries(FIELDS.map((name, at) => [name, empty(rest[at])]))
  const keywords = fields.keywords.split(',').map((word) => word.trim())
  return {
    key,
    category,
    kind,
    ...fields,
    keywords,
    note,
    ...Object.fromEntries(pairs.map((pair) => pair.split('='))),
  }
}

export function blocks(text) {
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => block(part))
}
