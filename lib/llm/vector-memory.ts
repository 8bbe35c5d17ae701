/** Keeps the vectors asked for last, up to a number of texts. They are shared: not to be written. */
export function createVectorMemory(mostKept: number) {
  const kept = new Map<string, Float32Array>()
  function keep(text: string, vector: Float32Array): void {
    kept.delete(text) // so that it stands last: the first is the one longest not asked for
    kept.set(text, vector)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  }
  return {
    keep,
    find(text: string): Float32Array | null {
      const vector = kept.get(text)
      if (vector) keep(text, vector)
      return vector ?? null
    },
  }
}
