import type { Support } from '../views/entries.ts'

/** "seen in 3 runs, 2 resolved"; what nobody knows of the outcomes is said. */
export function supportWords({ runs, resolved, unknown }: Support): string {
  if (unknown === runs) return `seen in ${runs} runs, outcomes unknown`
  return `seen in ${runs} runs, ${resolved} resolved${unknown > 0 ? `, ${unknown} unknown` : ''}`
}
