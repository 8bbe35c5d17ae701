import { UserError } from '../../memory/errors.ts'
import type { Arm } from './arm.ts'
import { globalArm } from './global.ts'
import { instance } from './instance.ts'
import { instructionOnly } from './instruction-only.ts'
import { placebo } from './placebo.ts'
import { randomEntry } from './random-entry.ts'
import { raw } from './raw.ts'
import { structureOnly } from './structure-only.ts'
import { subtask } from './subtask.ts'
import { subtaskAtAction } from './subtask-at-action.ts'
import { subtaskAtTask } from './subtask-at-task.ts'
import { successOnly } from './success-only.ts'
import { vanilla } from './vanilla.ts'

/** Every arm. A new one is a new file and a line here. */
export const ARMS: readonly Arm[] = [
  vanilla,
  structureOnly,
  instance,
  globalArm,
  raw,
  subtask,
  successOnly,
  randomEntry,
  placebo,
  instructionOnly,
  subtaskAtTask,
  subtaskAtAction,
]

/** The arm of that name. Throws a UserError that lists the names there are. */
export function getArm(name: string): Arm {
  const arm = ARMS.find((one) => one.name === name)
  if (arm) return arm
  throw new UserError('unknown-arm', `There is no arm "${name.slice(0, 40)}".`, {
    hint: `Choose of ${ARMS.map((one) => one.name).join(', ')}.`,
    place: '--arms',
  })
}
