import type { Category } from '../category.ts'

/** `Cursor pagination, under REPRODUCE` without its end: the mark after it says that. */
export function chipLabel({ label, category }: { label: string; category?: Category }): string {
  if (!category || !label.endsWith(category)) return label
  return label.slice(0, -category.length).replace(/[\s,]+(?:under\s+)?$/, '')
}
