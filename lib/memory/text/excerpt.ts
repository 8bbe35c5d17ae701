/** What an entry is called: what rules take out of a run is an excerpt; an experience is written by a model or a person. */
export type Called = 'excerpt' | 'experience'

/** Tells by who made it; `rules-v1`, `rules-v2` and later rules make excerpts. */
export function calledBy(extractor: string | null): Called {
  return extractor?.startsWith('rules') ? 'excerpt' : 'experience'
}

/** Who made it, with what it is therefore called: `rules-v2, an excerpt`. */
export function makerWords(extractor: string): string {
  return `${extractor}, an ${calledBy(extractor)}`
}
