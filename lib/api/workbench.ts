import { command, query } from '../memory/operation.ts'
import { attemptPlaceSchema, workbenchOrderSchema } from '../memory/workbench/workbench-views.ts'
import type { Core } from './core.ts'

export const workbenchCommands = {
  orderWorkbench: command(workbenchOrderSchema, (order, { services: { workbench } }: Core) =>
    workbench.order(order),
  ),
  openAttempt: query(attemptPlaceSchema, (place, { services: { workbench } }: Core) => workbench.open(place)),
}
