import type { Description } from '@/lib/memory/subtask.ts'

/** `objective; keyword, keyword`: the same text as `descriptionText`, whose file builds schemas, which a page does not carry. */
export function intentText(d: Description): string {
  return d.keywords.length === 0 ? d.objective : `${d.objective}; ${d.keywords.join(', ')}`
}
