/** Shelves and orders: counting, reserving, filling up. */

export function stockOf(moves, article) {
  let count = 0
  for (const move of moves) {
    if (move.article !== article) continue
    count += move.out ? -move.count : move.count
  }
  return count
}

export function isShort(item) {
  const least = item.least ?? 5
  return item.count < least
}

export function toOrder(items) {
  return items.filter((item) => isShort(item)).map((item) => item.name)
}

export function boxesFor(count, size) {
  if (count <= 0) return 0
  return Math.ceil(count / size)
}

export function reserve(stock, wanted) {
  const left = { ...stock }
  for (const line of wanted) {
    const there = left[line.article] ?? 0
    if (there < line.count) return null
    left[line.article] = there - line.count
  }
  return left
}

export function pickOrder(lines) {
  return [...lines].sort((a, b) => a.aisle - b.aisle || a.shelf - b.shelf).map((line) => line.article)
}

export function oldestFirst(batches, count) {
  const taken = []
  let left = count
  for (const batch of [...batches].sort((a, b) => a.day - b.day)) {
    if (left <= 0) break
    const some = Math.min(left, batch.count)
    taken.push({ id: batch.id, count: some })
    left -= some
  }
  return left > 0 ? null : taken
}

export function worthOf(items) {
  return items.reduce((total, item) => total + item.count * item.price, 0)
}

export function fillShelf(boxes, width) {
  const rows = []
  let row = []
  let used = 0
  for (const box of boxes) {
    if (used + box > width) {
      rows.push(row)
      row = []
      used = 0
    }
    row.push(box)
    used += box
  }
  if (row.length > 0) rows.push(row)
  return rows
}

export function countedTwice(counts) {
  const seen = new Set()
  const twice = []
  for (const count of counts) {
    const name = count.name.trim().toLowerCase()
    if (seen.has(name) && !twice.includes(name)) twice.push(name)
    seen.add(name)
  }
  return twice
}

export function createShelf(places) {
  const items = []
  let sum = null
  function put(name, count) {
    if (items.length >= places) return false
    items.push({ name, count })
    sum = null
    return true
  }
  function total() {
    if (sum === null) sum = items.reduce((all, item) => all + item.count, 0)
    return sum
  }
  return { put, total, names: () => items.map((item) => item.name) }
}

export function daysLeft(count, perDay) {
  if (perDay <= 0) return null
  return Math.floor(count / perDay)
}
