/** Waiting lines: bounded, ordered by weight, in rings, retried, put into batches. */

export function createQueue(limit) {
  const items = []
  function push(item) {
    if (items.length >= limit) return false
    items.push(item)
    return true
  }
  function take() {
    if (items.length === 0) return null
    return items.shift()
  }
  return { push, take, list: () => [...items] }
}

export function createPriority() {
  const items = []
  function add(name, weight) {
    let place = 0
    while (place < items.length && items[place].weight >= weight) {
      place += 1
    }
    items.splice(place, 0, { name, weight })
  }
  function next() {
    if (items.length === 0) return null
    return items.shift().name
  }
  return { add, next, names: () => items.map((item) => item.name) }
}

export function createRing(capacity) {
  const slots = []
  let start = 0
  function write(value) {
    if (slots.length < capacity) {
      slots.push(value)
    } else {
      slots[start] = value
      start = (start + 1) % capacity
    }
  }
  function read() {
    return [...slots.slice(start), ...slots.slice(0, start)]
  }
  return { write, read }
}

export function inBatches(items, size) {
  if (size <= 0) return []
  const batches = []
  for (let from = 0; from < items.length; from += size) {
    batches.push(items.slice(from, from + size))
  }
  return batches
}

export function interleave(first, second) {
  const result = []
  const length = Math.max(first.length, second.length)
  for (let i = 0; i < length; i++) {
    if (i < first.length) result.push(first[i])
    if (i < second.length) result.push(second[i])
  }
  return result
}

export function backoff(attempt, base, most) {
  if (attempt <= 0) return 0
  return Math.min(most, base * 2 ** (attempt - 1))
}

export function inOrder(tasks) {
  const done = []
  const waiting = [...tasks]
  while (waiting.length > 0) {
    const index = waiting.findIndex((task) => task.needs.every((need) => done.includes(need)))
    if (index === -1) return null
    done.push(waiting[index].name)
    waiting.splice(index, 1)
  }
  return done
}

export function allowedCalls(times, limit, span) {
  const allowed = []
  for (const time of times) {
    const recent = allowed.filter((earlier) => earlier > time - span)
    if (recent.length < limit) allowed.push(time)
  }
  return allowed
}

export function assignSeats(groups, seats) {
  const seated = []
  let left = seats
  for (const group of groups) {
    if (group.count <= left) {
      seated.push(group.name)
      left -= group.count
    }
  }
  return { seated, left }
}
