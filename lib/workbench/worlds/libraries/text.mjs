/** Small tools for strings: names, wrapping, comparing, templates. */

export function slugOf(title) {
  const plain = title.trim().toLowerCase()
  const words = plain.split(/[^a-z0-9]+/)
  return words.filter((word) => word !== '').join('-')
}

export function initialsOf(name) {
  const words = name.trim().split(/\s+/)
  if (words[0] === '') return ''
  const first = words[0][0]
  const last = words.length > 1 ? words[words.length - 1][0] : ''
  return (first + last).toUpperCase()
}

export function shorten(text, limit) {
  if (text.length <= limit) return text
  return `${text.slice(0, limit - 1)}…`
}

export function wrapWords(text, width) {
  const lines = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length > width && line !== '') {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  if (line !== '') lines.push(line)
  return lines
}

export function countWords(text) {
  const counts = {}
  for (const word of text.toLowerCase().split(' ')) {
    if (word === '') continue
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

export function topWord(text) {
  const counts = countWords(text)
  let best = null
  for (const word of Object.keys(counts)) {
    if (best === null || counts[word] > counts[best]) best = word
  }
  return best
}

export function sameText(a, b) {
  if (a == null || b == null) return false
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

export function fillTemplate(template, values) {
  return template.replace(/\{(\w+)\}/g, (hole, key) => values[key] ?? hole)
}

export function indentLines(text, depth) {
  const pad = ' '.repeat(depth * 2)
  const lines = text.split('\n').map((line) => (line === '' ? line : pad + line))
  return lines.join('\n')
}

export function commonStart(a, b) {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) {
    length += 1
  }
  return a.slice(0, length)
}

export function padColumn(cells, gap) {
  const width = Math.max(0, ...cells.map((cell) => cell.length))
  return cells.map((cell) => cell.padEnd(width + gap))
}
