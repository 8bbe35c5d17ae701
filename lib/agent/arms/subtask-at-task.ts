import type { Arm } from './arm.ts'
import { subtask } from './subtask.ts'

export const subtaskAtTask: Arm = {
  ...subtask,
  name: 'subtask-at-task',
  what: 'as subtask, asked once with the task',
  placement: 'task',
}
