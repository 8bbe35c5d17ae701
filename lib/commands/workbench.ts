import { command } from '../memory/command.ts'
import { attemptPlaceSchema, workbenchOrderSchema } from '../memory/workbench/workbench-views.ts'
import type { Services } from '../services/services.ts'

type Benches = Pick<Services, 'workbench'>

export const workbenchCommands = {
  orderWorkbench: command(
    workbenchOrderSchema,
    async (order, { workbench }: Benches) => await workbench.order(order),
  ),
  openAttempt: command(
    attemptPlaceSchema,
    async (place, { workbench }: Benches) => await workbench.open(place),
  ),
}
