import type { Arm } from './arm.ts'
import { subtask } from './subtask.ts'

/** Table 3 of the paper. */
export const globalArm: Arm = {
  ...subtask,
  name: 'global',
  what: 'as subtask, without the filter by category',
  strategy: 'global',
}
