/** Plain records and lists of them: merging, grouping, comparing, reading paths. */

export function groupBy(rows, key) {
  const groups = {}
  for (const row of rows) {
    const name = row[key] ?? 'none'
    groups[name] = [...(groups[name] ?? []), row.id]
  }
  return groups
}

export function readPath(record, path) {
  let value = record
  for (const key of path.split('.')) {
    if (value == null) return null
    value = value[key]
  }
  return value ?? null
}

export function withValue(record, key, value) {
  const copy = { ...record }
  copy[key] = value
  return copy
}

export function changedKeys(before, after) {
  const changed = []
  for (const key of Object.keys({ ...before, ...after })) {
    if (before[key] !== after[key]) changed.push(key)
  }
  return changed.sort()
}

export function indexById(rows) {
  const index = new Map()
  for (const row of rows) {
    if (!index.has(row.id)) index.set(row.id, row.name)
  }
  return [...index.entries()]
}

export function sortBy(rows, key, descending) {
  const sorted = [...rows].sort((a, b) => a[key] - b[key])
  return descending ? sorted.reverse() : sorted
}

export function uniqueNames(rows) {
  const seen = new Set()
  const names = []
  for (const row of rows) {
    const name = row.name.trim().toLowerCase()
    if (seen.has(name)) continue
    seen.add(name)
    names.push(name)
  }
  return names
}

export function joinRows(left, right) {
  const joined = []
  for (const row of left) {
    const match = right.find((other) => other.id === row.parent)
    joined.push({ id: row.id, parent: match ? match.name : null })
  }
  return joined
}

export function treeDepth(node) {
  if (node == null) return 0
  const depths = node.children.map((child) => treeDepth(child))
  return 1 + Math.max(0, ...depths)
}

export function medianOf(values) {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length % 2 === 1) return sorted[middle]
  return (sorted[middle - 1] + sorted[middle]) / 2
}

export function bestMatch(rows, wanted) {
  let best = null
  for (const row of rows) {
    const distance = Math.abs(row.value - wanted)
    if (best === null || distance < best.distance) best = { id: row.id, distance }
  }
  return best === null ? null : best.id
}
