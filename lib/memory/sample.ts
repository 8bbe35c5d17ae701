import type { Source } from './source.ts'

/** The project that the shipped sample lives in. */
export const SAMPLE_PROJECT = 'sample'

/** Whether a project is the shipped sample: only there do its example questions have an answer. */
export function isSample(project: { name: string; source: Source } | null): boolean {
  return project?.name === SAMPLE_PROJECT && project.source === 'written'
}
