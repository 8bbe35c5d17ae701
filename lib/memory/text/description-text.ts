import type { Description } from '../entry.ts'

/** d as one text: the only thing that is embedded. Ours; the paper is silent. */
export function descriptionText(d: Description): string {
  return d.keywords.length === 0 ? d.objective : `${d.objective}; ${d.keywords.join(', ')}`
}
