import { command } from '../memory/command.ts'
import { attemptPlaceSchema, workbenchOrderSchema } from '../memory/workbench/workbench-views.ts'
import type { Services } from '../services/services.ts'

type Benches = Pick<Services, 'workbench'>

export const workbenchCommands = {
  orderWorkbench: command(workbenchOrderSchema, (order, { workbench }: Benches) => workbench.order(order)),
  openAttempt: command(attemptPlaceSchema, (place, { workbench }: Benches) => workbench.open(place)),
}
