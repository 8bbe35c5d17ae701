import type { Arm } from './arm.ts'

/** The paper's method: category filter, then top-1 by description. */
export const subtask: Arm = {
  name: 'subtask',
  what: 'at each stage the best lesson of its category',
  isStaged: true,
  placement: 'stage',
  strategy: 'subtask',
  learns: 'all',
}
