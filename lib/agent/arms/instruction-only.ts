import type { Category } from '../../memory/category.ts'
import type { Arm } from './arm.ts'
import { structureOnly } from './structure-only.ts'

/** What any handbook says of a stage. */
const ADVICE: Record<Category, string> = {
  ANALYZE: 'Follow the value from where it is wrong back to where it is made before you name a cause.',
  REPRODUCE: 'Make the fault show with the smallest input that still shows it, and note what was expected.',
  EDIT: 'Change the cause and not the symptom, look for a second place of the same kind, and keep the change small.',
  VERIFY: 'Run the failing case first, then all tests, then one case at each limit; read the counts.',
}

export const instructionOnly: Arm = {
  ...structureOnly,
  name: 'instruction-only',
  what: 'at each stage the same general advice, no memory',
  placement: 'stage',
  instead: (_given, category) =>
    category && { text: ADVICE[category], entries: [], strategy: 'instruction-only', score: null },
}
