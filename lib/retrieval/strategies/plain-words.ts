/** Words as the plain baselines count them: lower case, two characters or more (token pattern `\w\w+` of scikit-learn). */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []
}

/** How often each word stands in a text. */
export function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of plainWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** In how many of the texts each word stands. */
export function documentCounts(texts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of text.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
