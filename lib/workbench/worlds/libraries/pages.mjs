/** Lists cut into pages: counting, slicing, cursors, windows of page numbers. Pages count from 1. */

export function pageCount(total, size) {
  if (size <= 0) return 0
  return Math.ceil(total / size)
}

export function pageItems(items, page, size) {
  if (size <= 0) return []
  const from = (page - 1) * size
  return items.slice(from, from + size)
}

export function lastPage(items, size) {
  const pages = pageCount(items.length, size)
  return pageItems(items, Math.max(pages, 1), size)
}

export function pageOf(index, size) {
  if (size <= 0) return 0
  return Math.floor(index / size) + 1
}

export function clampPage(page, total, size) {
  const last = pageCount(total, size)
  if (page > last) return last
  return Math.max(page, 1)
}

export function afterCursor(rows, cursor, limit) {
  const result = []
  for (const row of rows) {
    if (result.length >= limit) break
    if (cursor === null || row.id > cursor) result.push(row.id)
  }
  return result
}

export function nextCursor(rows, limit) {
  if (rows.length <= limit) return null
  return rows[limit - 1].id
}

export function pageWindow(current, last, reach) {
  const numbers = []
  const from = Math.max(1, current - reach)
  const to = Math.min(last, current + reach)
  for (let page = from; page <= to; page++) {
    numbers.push(page)
  }
  return numbers
}

export function rangeLabel(page, size, total) {
  if (total === 0) return 'none'
  const from = (page - 1) * size + 1
  const to = Math.min(page * size, total)
  return `${from} to ${to} of ${total}`
}

export function movedItem(items, from, to) {
  const result = [...items]
  const moved = result.splice(from, 1)
  result.splice(to, 0, moved[0])
  return result
}
