import type { Category } from '@/lib/memory/category.ts'

/** What a lesson of another category would set the agent to do. Words of ours, from the categories alone, not measured. */
const COSTS: Record<Category, Record<Category, string>> = {
  ANALYZE: {
    ANALYZE: '',
    REPRODUCE: 'Would build a test before it is known what to look for.',
    EDIT: 'Would start editing code that has not been read.',
    VERIFY: 'Would run checks although nothing has changed.',
  },
  REPRODUCE: {
    ANALYZE: 'Delays the test by a reading pass.',
    REPRODUCE: '',
    EDIT: 'Would start editing with nothing that fails yet.',
    VERIFY: 'Reads well, but there is no fix to verify.',
  },
  EDIT: {
    ANALYZE: 'Would go back to reading what is already known.',
    REPRODUCE: 'Would build a test again instead of the fix.',
    EDIT: '',
    VERIFY: 'Would check a change that is not made yet.',
  },
  VERIFY: {
    ANALYZE: 'Would start reading again instead of checking.',
    REPRODUCE: 'Would build a new failing test instead of running the checks.',
    EDIT: 'Would change code that waits to be checked.',
    VERIFY: '',
  },
}

/** Cost of being handed a lesson of category `got` when `wanted` was needed. */
export function wrongTurn(wanted: Category, got: Category): string {
  return wanted === got ? 'This is the category that was used.' : COSTS[wanted][got]
}
