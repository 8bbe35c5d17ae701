import type { HrefParams } from '@/components/frame/project-href.ts'
import { formatColumn, PLAIN_COLUMN } from '@/components/retrieval/column-url.ts'
import { DEFAULT_STRATEGIES } from '@/components/retrieval/prepare-columns.ts'
import type { Category } from '@/lib/memory/category.ts'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'

/**
 * The address of the lab that asks the same; a floor goes to the paper's column, the others stay as they are. `chosen` is the
 * category a person chose: where it is also the predicted one the request does not name it.
 */
export function compareParams(
  { text, mode, category, floor = null }: RetrieveRequest,
  chosen: Category | null,
): HrefParams {
  return {
    text,
    // A named category is what the agent is about to do, whatever it was planned from.
    mode: category ? 'subtask' : mode,
    category: category ?? (mode === 'subtask' ? chosen : null),
    columns:
      floor === null
        ? null
        : DEFAULT_STRATEGIES.map((strategy) =>
            formatColumn({ ...PLAIN_COLUMN, strategy, floor: strategy === 'subtask' ? floor : null }),
          ),
  }
}
