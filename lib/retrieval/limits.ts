/** Limits on cosines. A cosine means something in one space only, so each limit belongs to an embedder. */
export type Limits = {
  /** Two descriptions from here on count as look-alikes. */
  lookAlike: number
  /** Scores this far below the best or less count as near. */
  near: number
}

/** Chosen on local-v1 (ours): strict; about the words of one keyword in a description of usual length. */
const BY_WORDS: Limits = { lookAlike: 0.95, near: 0.05 }

/**
 * Those of local-v2 say the same in its space, by the sample's descriptions and without any label: as many pairs of one category
 * lie above `lookAlike` (0.93), and the median lead of a nearest entry over the next (0.059, in local-v1 0.070) has the same
 * ratio to `near`.
 */
const LIMITS: Readonly<Record<string, Limits>> = {
  'local-v1': BY_WORDS,
  'local-v2': { lookAlike: 0.93, near: 0.04 },
}

/** The limits of an embedder's space; those of local-v1 where nobody has measured any. */
export function limitsOf(embedderId: string): Limits {
  return LIMITS[embedderId] ?? BY_WORDS
}
