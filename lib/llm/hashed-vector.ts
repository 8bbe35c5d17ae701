/** What the built-in embedders share: integer hashing and + * / sqrt only, which IEEE 754 fixes to the bit. */

/** Longer texts are read up to here; more cannot change the direction by much (ours). */
export const READ_CHARACTERS = 100_000
/** A repeated word adds ever less: count·(1 + k)/(count + k), as in BM25 without its length term. */
const SATURATION = 1

/** A count that adds ever less. */
export function saturated(count: number): number {
  return (count * (1 + SATURATION)) / (count + SATURATION)
}

/** FNV-1a over UTF-16 code units, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

/** The finaliser of MurmurHash3: every bit of the input moves every bit of the output. */
export function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The sums as a vector of length 1; the zero vector where all are 0. */
export function toUnitLength(sums: Float64Array): Float32Array<ArrayBuffer> {
  let square = 0
  for (const value of sums) square += value * value
  const vector = new Float32Array(sums.length)
  if (square === 0) return vector
  const length = Math.sqrt(square)
  for (let i = 0; i < sums.length; i++) vector[i] = (sums[i] ?? 0) / length
  return vector
}
