import { pageApi } from '@/app/guard.ts'
import { UserError } from '@/lib/memory/errors.ts'
import type { StudyView } from '@/lib/memory/studies/study.ts'

/** A study, or null when there is none of this id. */
export async function findStudy(id: string): Promise<StudyView | null> {
  try {
    return await (await pageApi()).findStudy({ id })
  } catch (error) {
    if (error instanceof UserError && error.code === 'no-such-study') return null
    throw error
  }
}
