import { categoryPath } from '@/components/ui/format.ts'
import { isCategory } from '@/lib/memory/category.ts'
import type { MapShape } from './prepare-map.ts'

/** SVG path of a mark round the point c, c. */
export function shapePath(shape: MapShape, c: number, r: number): string {
  if (shape === 'ring') return categoryPath('ANALYZE', c, c, r * 0.85)
  if (shape === 'down') return `M${c} ${c + r * 1.15}l${r * 1.12} ${-r * 2}h${-r * 2.24}z`
  if (shape === 'cross') {
    const [a, b] = [r * 0.42, r * 1.1]
    return `M${c - a} ${c - b}h${2 * a}v${b - a}h${b - a}v${2 * a}h${a - b}v${b - a}h${-2 * a}v${a - b}h${a - b}v${-2 * a}h${b - a}z`
  }
  return isCategory(shape) ? categoryPath(shape, c, c, r) : ''
}
