/** Groups of entries joined by pairs, directly or through others; the largest first, ids in order of creation. */
export function clustersOf(pairs: readonly { older: string; newer: string }[]): string[][] {
  const parent = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    while ((parent.get(root) ?? root) !== root) root = parent.get(root) ?? root
    parent.set(id, root)
    return root
  }
  for (const { older, newer } of pairs) {
    const [a, b] = [rootOf(older), rootOf(newer)]
    const [low = a, high = b] = [a, b].sort()
    if (low !== high) parent.set(high, low)
  }
  const groups = Map.groupBy(new Set(pairs.flatMap(({ older, newer }) => [older, newer])), rootOf)
  return [...groups.values()]
    .map((ids) => ids.sort())
    .sort((a, b) => b.length - a.length || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}
