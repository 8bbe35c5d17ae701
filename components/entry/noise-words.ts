import { formatList, plural } from '@/components/ui/format.ts'
import type { NoiseType } from '@/lib/memory/subtask.ts'

const NOISE_WORDS: Record<NoiseType, [one: string, many: string]> = {
  path: ['path', 'paths'],
  line: ['line number', 'line numbers'],
  identifier: ['identifier', 'identifiers'],
  instance: ['instance id', 'instance ids'],
  secret: ['secret', 'secrets'],
  url: ['address', 'addresses'],
  number: ['hash or number', 'hashes or numbers'],
}

/** `1 identifier and 2 paths`. */
export function noiseWords(types: NoiseType[]): string {
  const counts = new Map<NoiseType, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  return formatList([...counts].map(([type, count]) => plural(count, ...NOISE_WORDS[type])))
}
