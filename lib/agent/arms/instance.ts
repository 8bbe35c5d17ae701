import type { Arm } from './arm.ts'

/** The paper's baseline after ReasoningBank: whole episodes by their task, up to three of their lessons before the work. */
export const instance: Arm = {
  name: 'instance',
  what: 'with the task the lessons of the most similar earlier task',
  isStaged: false,
  placement: 'task',
  strategy: 'instance',
  learns: 'all',
}
