import type { Arm } from './arm.ts'

export const vanilla: Arm = {
  name: 'vanilla',
  what: 'no stages, no memory',
  isStaged: false,
  placement: null,
  strategy: null,
  learns: 'none',
}
