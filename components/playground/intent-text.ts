import type { Description } from '@/lib/memory/subtask.ts'

/**
 * `objective; keyword, keyword`: the same text as `descriptionText`, whose file cannot come to the browser: it builds
 * zod objects, and those probe `eval`, which the content security policy reports.
 */
export function intentText(d: Description): string {
  return d.keywords.length === 0 ? d.objective : `${d.objective}; ${d.keywords.join(', ')}`
}
