/** Short texts read into values: numbers, lists, options, versions. */

export function readNumber(text) {
  const tidy = text.trim().replace(',', '.')
  if (tidy === '') return null
  const value = Number(tidy)
  return Number.isNaN(value) ? null : value
}

export function readList(text) {
  const parts = []
  for (const part of text.split(',')) {
    const name = part.trim()
    if (name === '') continue
    parts.push(name)
  }
  return parts
}

export function readOptions(args) {
  const options = {}
  for (const arg of args) {
    if (!arg.startsWith('--')) continue
    const [name, value] = arg.slice(2).split('=')
    options[name] = value ?? true
  }
  return options
}

export function readQuery(text) {
  const query = {}
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    query[name] = at < 0 ? '' : pair.slice(at + 1)
  }
  return query
}

export function readVersion(text) {
  const parts = text.split('.').map((part) => Number(part))
  return { major: parts[0] ?? 0, minor: parts[1] ?? 0, patch: parts[2] ?? 0 }
}

export function isNewer(left, right) {
  const a = readVersion(left)
  const b = readVersion(right)
  if (a.major !== b.major) return a.major > b.major
  if (a.minor !== b.minor) return a.minor > b.minor
  return a.patch > b.patch
}

export function readLength(text) {
  const value = Number(text.slice(0, -2))
  const unit = text.slice(-2).toLowerCase()
  if (unit === 'mm') return value
  if (unit === 'cm') return value * 10
  return null
}

export function readRange(text, last) {
  const [from, to] = text.split('-')
  const start = from === '' ? 1 : Number(from)
  const end = to == null || to === '' ? last : Number(to)
  if (start > end) return []
  const pages = []
  for (let page = start; page <= Math.min(end, last); page++) {
    pages.push(page)
  }
  return pages
}

export function readTable(text) {
  const [head, ...lines] = text.split('/')
  const names = head.split(' ')
  return lines.map((line) => {
    const row = {}
    line.split(' ').forEach((cell, i) => {
      row[names[i]] = cell
    })
    return row
  })
}

export function isBalanced(text) {
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

export function readFlags(text, known) {
  const flags = text.toLowerCase().split('')
  return known.filter((flag) => flags.includes(flag))
}

export function hexOf(values) {
  return values.map((value) => value.toString(16).padStart(2, '0')).join('')
}
