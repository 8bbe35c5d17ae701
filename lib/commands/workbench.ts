import { command } from '../memory/command.ts'
import { attemptPlaceSchema, workbenchOrderSchema } from '../memory/workbench/workbench-views.ts'
import type { Services } from '../services/services.ts'

type Benches = Pick<Services, 'workbench'>

export const orderWorkbench = command({
  name: 'orderWorkbench',
  input: workbenchOrderSchema,
  run: async (order, { workbench }: Benches) => await workbench.order(order),
})

export const openAttempt = command({
  name: 'openAttempt',
  input: attemptPlaceSchema,
  run: async (place, { workbench }: Benches) => await workbench.open(place),
})
