import { createRandom } from '../memory/statistics.ts'

/** `most` different numbers below `count`, ascending, the same every time; all of them when there are no more. */
export function sampleOf(count: number, most: number, seed = 1): number[] {
  const all = Array.from({ length: count }, (_, i) => i)
  if (count <= most) return all
  const random = createRandom(seed)
  for (let i = 0; i < most; i++) {
    const j = i + Math.floor(random() * (count - i))
    ;[all[i], all[j]] = [all[j] ?? 0, all[i] ?? 0]
  }
  return all.slice(0, most).sort((a, b) => a - b)
}
