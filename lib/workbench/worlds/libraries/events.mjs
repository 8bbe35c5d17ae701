/** Listeners, promises and steps that come one after the other. Nothing here waits for a clock. */

export function createBus() {
  const listeners = new Map()
  function on(name, listener) {
    const known = listeners.get(name) ?? []
    listeners.set(name, [...known, listener])
  }
  function off(name, listener) {
    const known = listeners.get(name) ?? []
    const others = known.filter((one) => one !== listener)
    listeners.set(name, others)
  }
  function emit(name, value) {
    const known = listeners.get(name) ?? []
    for (const listener of known) {
      listener(value)
    }
    return known.length
  }
  return { on, off, emit }
}

export function once(listener) {
  let called = false
  let answer = null
  return (value) => {
    if (called) return answer
    called = true
    answer = listener(value)
    return answer
  }
}

export async function loadAll(ids, load) {
  const rows = []
  for (const id of ids) {
    const row = await load(id)
    if (row == null) continue
    rows.push(row)
  }
  return rows
}

export async function firstThat(items, test) {
  for (const item of items) {
    const fits = await test(item)
    if (fits) return item
  }
  return null
}

export async function retry(work, attempts) {
  let fault = null
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      fault = error
    }
  }
  return { failed: fault === null ? 'never tried' : fault.message }
}

export async function pipeline(steps, input) {
  let value = input
  for (const step of steps) {
    value = await step(value)
  }
  return value
}

export async function sumOf(sources) {
  let total = 0
  for (const source of sources) {
    const amount = await source()
    total += amount ?? 0
  }
  return total
}

export async function withLock(lock, work) {
  if (lock.held) return 'busy'
  lock.held = true
  try {
    const answer = await work()
    return answer
  } finally {
    lock.held = false
  }
}

export function createMachine(moves, start) {
  let state = start
  const history = [start]
  function send(event) {
    const next = moves[state]?.[event]
    if (next == null) return false
    state = next
    history.push(next)
    return true
  }
  return { send, state: () => state, history: () => [...history] }
}

export function createCounter(step) {
  let count = 0
  const marks = []
  function tick() {
    count += 1
    if (count % step === 0) marks.push(count)
    return count
  }
  return { tick, marks: () => [...marks] }
}
