import type { Description, Experience } from '../memory/entry.ts'
import { lintExperience } from './lint-experience.ts'
import { holdsMask } from './mask-texts.ts'
import { findSecrets } from './secret-scan.ts'

export function secretsIn(text: string): string[] {
  return findSecrets(text).map(({ kind }) => kind)
}

/** What is to be said of a lesson before it is stored: kinds of secrets in its texts, and flags. */
export function inspectTexts(
  description: Description,
  experience: Experience,
  repo: string | null,
): { secrets: string[]; flags: string[] } {
  const texts = [...Object.values(experience), description.objective, ...description.keywords]
  return {
    secrets: texts.flatMap((text) => [
      ...secretsIn(text),
      ...(holdsMask(text) ? ['dots in place of one'] : []),
    ]),
    flags: lintExperience(experience, repo),
  }
}
