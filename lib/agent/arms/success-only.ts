import type { Arm } from './arm.ts'
import { subtask } from './subtask.ts'

export const successOnly: Arm = {
  ...subtask,
  name: 'success-only',
  what: 'as subtask, lessons of resolved tasks alone',
  learns: 'resolved',
}
