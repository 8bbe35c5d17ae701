/** Things that arrive later: loading, watching, waiting, handing on. */

export async function fetchAll(sources) {
  const parts = []
  for (const source of sources) {
    const part = await source()
    parts.push(...part)
  }
  return parts
}

export async function countOf(load, wanted) {
  const rows = await load()
  return rows.filter((row) => row.kind === wanted).length
}

export async function latestOf(load) {
  const rows = await load()
  if (rows.length === 0) return null
  const sorted = [...rows].sort((a, b) => b.at - a.at)
  return sorted[0].text
}

export async function untilFound(pages, wanted) {
  for (const page of pages) {
    const rows = await page()
    const found = rows.find((row) => row.id === wanted)
    if (found) return found.name
  }
  return null
}

export async function saveAll(rows, save) {
  const failed = []
  for (const row of rows) {
    const ok = await save(row)
    if (!ok) failed.push(row.id)
  }
  return failed
}

export async function withFallback(first, second) {
  try {
    const value = await first()
    return value ?? (await second())
  } catch {
    return await second()
  }
}

export async function totalOf(accounts, balance) {
  let total = 0
  for (const account of accounts) {
    total += await balance(account)
  }
  return total
}

export function createFeed(limit) {
  const items = []
  let unread = 0
  function push(text) {
    items.unshift(text)
    unread += 1
    if (items.length > limit) items.pop()
  }
  function read() {
    const seen = Math.min(unread, items.length)
    unread = 0
    return items.slice(0, seen)
  }
  return { push, read, all: () => [...items] }
}

export function createWatch(start) {
  let value = start
  const seen = []
  function set(next) {
    if (next === value) return false
    seen.push({ from: value, to: next })
    value = next
    return true
  }
  return { set, current: () => value, changes: () => [...seen] }
}

export function createDraft(load) {
  let draft = null
  let text = load()
  function show() {
    if (draft === null) draft = text.trim().toUpperCase()
    return draft
  }
  function write(more) {
    text = `${text} ${more}`
    draft = null
  }
  return { show, write }
}

export function latestEach(events) {
  const latest = {}
  for (const event of events) {
    const known = latest[event.id]
    if (known == null || event.at > known.at) latest[event.id] = event
  }
  return Object.values(latest).map((event) => `${event.id}:${event.text}`)
}

export function sinceLast(events, mark) {
  return events.filter((event) => event.at > mark).map((event) => event.text)
}

export function inWindows(times, length) {
  const windows = []
  let start = null
  for (const time of times) {
    if (start === null || time - start >= length) {
      windows.push([])
      start = time
    }
    windows[windows.length - 1].push(time)
  }
  return windows
}
