import type { Arm } from './arm.ts'
import { subtask } from './subtask.ts'

/** Table 4 of the paper. */
export const raw: Arm = {
  ...subtask,
  name: 'raw',
  what: 'as subtask, the raw steps instead of the lesson',
  strategy: 'raw',
}
