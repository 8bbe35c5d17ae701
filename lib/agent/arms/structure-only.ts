import type { Arm } from './arm.ts'
import { vanilla } from './vanilla.ts'

/** Table 2 of the paper: the workflow without retrieval and update. */
export const structureOnly: Arm = {
  ...vanilla,
  name: 'structure-only',
  what: 'stages declared, no memory',
  isStaged: true,
}
