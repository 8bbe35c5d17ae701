/** Things remembered so that they need not be worked out again, and forgotten in time. */

export function createStore(load) {
  const cache = new Map()
  const rows = new Map()
  function get(id) {
    if (cache.has(id)) return cache.get(id)
    const value = rows.has(id) ? rows.get(id) : load(id)
    cache.set(id, value)
    return value
  }
  function put(id, value) {
    cache.delete(id)
    rows.set(id, value)
  }
  function reset() {
    cache.clear()
    rows.clear()
  }
  return { get, put, reset, size: () => cache.size }
}

export function memoize(work) {
  const known = new Map()
  return (a, b) => {
    const key = `${a} ${b}`
    if (!known.has(key)) known.set(key, work(a, b))
    return known.get(key)
  }
}

export function createLru(limit) {
  const kept = new Map()
  function read(key) {
    if (!kept.has(key)) return null
    const value = kept.get(key)
    kept.delete(key)
    kept.set(key, value)
    return value
  }
  function write(key, value) {
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > limit) kept.delete(kept.keys().next().value)
  }
  return { read, write, keys: () => [...kept.keys()] }
}

export function createExpiring(lifetime) {
  const kept = new Map()
  function store(key, value, now) {
    kept.set(key, { value, until: now + lifetime })
  }
  function fetchAt(key, now) {
    const found = kept.get(key)
    if (found == null) return null
    if (now >= found.until) {
      kept.delete(key)
      return null
    }
    return found.value
  }
  return { store, fetchAt, count: () => kept.size }
}

export function createTotals() {
  const rows = []
  let sum = null
  function add(amount) {
    rows.push(amount)
    sum = null
  }
  function total() {
    if (sum === null) sum = rows.reduce((a, b) => a + b, 0)
    return sum
  }
  return { add, total, list: () => [...rows] }
}

export function createVersions() {
  const texts = []
  function save(text) {
    if (texts.length > 0 && texts[texts.length - 1] === text) return texts.length
    texts.push(text)
    return texts.length
  }
  function at(version) {
    if (version < 1) return null
    return texts[version - 1] ?? null
  }
  return { save, at, latest: () => texts.length }
}

export function createNames() {
  const byName = new Map()
  const byId = new Map()
  function assign(id, name) {
    byName.delete(byId.get(id))
    byId.set(id, name)
    byName.set(name, id)
  }
  return { assign, idOf: (name) => byName.get(name) ?? null, nameOf: (id) => byId.get(id) ?? null }
}

export function createSettings(defaults) {
  const values = { ...defaults }
  function change(name, value) {
    values[name] = value
  }
  return { change, all: () => ({ ...values }), read: (name) => values[name] ?? null }
}
