import type { Experience } from '../memory/entry.ts'
import { EXPERIENCE_PARTS } from '../memory/experience.ts'
import { scanLeaks } from './leak-scan.ts'
import { mechanismsIn } from './mechanism-lexicon.ts'

/** Flags of an experience: what leaks, which parts are empty, and `vague` where it names next to no mechanism. */
export function lintExperience(experience: Experience, own: string | null): string[] {
  const flags = new Set<string>()
  for (const text of [experience.title, ...EXPERIENCE_PARTS.map((part) => experience[part])]) {
    for (const leak of scanLeaks(text, own)) flags.add(`leak: ${leak.type}`)
  }
  for (const part of ['when', 'because', 'check'] as const)
    if (experience[part] === '') flags.add(`empty-${part}`)
  const said = mechanismsIn(`${experience.when} ${experience.do} ${experience.because}`)
  if (said.reduce((sum, { weight }) => sum + weight, 0) < 1) flags.add('vague')
  return [...flags].sort()
}
