const SEED = 'trouble-1'

function hash(text) {
  let h = 2166136261
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 16777619)
  return h >>> 0
}

/** A stream of random numbers (mulberry32) that depends on the seed and a name, and on nothing else. */
export function stream(name) {
  let state = hash(`${SEED}:${name}`)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit) => Math.floor(next() * limit)
  const pick = (list) => list[below(list.length)]
  const text = (alphabet, length) => Array.from({ length }, () => pick(alphabet)).join('')
  return { next, below, pick, text }
}
