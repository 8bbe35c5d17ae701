import type { Arm } from './arm.ts'
import { subtask } from './subtask.ts'

export const randomEntry: Arm = {
  ...subtask,
  name: 'random-entry',
  what: 'as subtask, a lesson of the category by lot',
  strategy: 'random',
}
