import type { Arm } from './arm.ts'
import { subtask } from './subtask.ts'

export const subtaskAtAction: Arm = {
  ...subtask,
  name: 'subtask-at-action',
  what: 'as subtask, the lesson before every action of the stage',
  placement: 'action',
}
