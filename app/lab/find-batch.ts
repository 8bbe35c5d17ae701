import { UserError } from '@/lib/memory/errors.ts'
import type { BatchRunView } from '@/lib/memory/studies/retrieval.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** A batch, or null when there is none of this id. */
export async function findBatch(id: string): Promise<BatchRunView | null> {
  try {
    return await (await getLoupe()).lab.batches.get(id)
  } catch (error) {
    if (error instanceof UserError && error.code === 'no-such-run') return null
    throw error
  }
}
