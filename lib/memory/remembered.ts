/** Where values are kept: a map, or a weak one, which forgets by itself. */
type Kept<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown; delete(key: K): unknown }

/** The value of that key, made at the first call. A promise that fails is not kept. */
export function remembered<K, V>(kept: Kept<K, V>, key: K, make: () => V): V {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  if (made instanceof Promise) made.catch(() => kept.delete(key))
  return made
}

/** The same among the latest `most`: the oldest is forgotten above them. */
export function rememberedLatest<K, V>(kept: Map<K, V>, key: K, most: number, make: () => V): V {
  const made = remembered(kept, key, make)
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  return made
}
