import type { MemoryEntry } from '../memory/entry.ts'
import { findSecrets } from './secret-scan.ts'

/** The entry with dots in place of what looks like a secret; lengths and places stay, so that findings still point right. */
export function maskEntry<T extends Pick<MemoryEntry, 'description' | 'experience'>>(entry: T): T {
  const { description, experience } = entry
  return {
    ...entry,
    description: { objective: masked(description.objective), keywords: description.keywords.map(masked) },
    experience: {
      ...experience,
      title: masked(experience.title),
      when: masked(experience.when),
      do: masked(experience.do),
      because: masked(experience.because),
      check: masked(experience.check),
    },
  }
}

function masked(text: string): string {
  let out = text
  for (const { start, end } of findSecrets(text))
    out = out.slice(0, start) + '•'.repeat(end - start) + out.slice(end)
  return out
}
