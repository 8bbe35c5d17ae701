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

/** What extraction left of the subtasks of a project. */
export type ProjectYield = {
  subtaskCount: number
  /** Subtasks with an experience, by a model or a person. */
  experienceCount: number
  /** Subtasks with an excerpt by rules and no experience. */
  excerptCount: number
  /** Excerpts are kept and not served, as the project says. */
  withholdsExcerpts: boolean
  nothingCount: number
  /** Why nothing, the commonest first. */
  reasons: { reason: string; count: number }[]
}
