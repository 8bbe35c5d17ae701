import { z } from 'zod'

/** Where a number comes from; the same six words on every screen. */
export const sourceSchema = z.enum(['paper', 'imported', 'measured', 'simulated', 'written', 'recorded'])
export type Source = z.infer<typeof sourceSchema>

/** The project that the shipped sample lives in. */
export const SAMPLE_PROJECT = 'sample'

/** Whether a project is the shipped sample: only there do its example questions have an answer. */
export function isSample(project: { name: string; source: Source } | null): boolean {
  return project?.name === SAMPLE_PROJECT && project.source === 'written'
}
