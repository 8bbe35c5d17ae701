import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { command } from '../memory/command.ts'
import { streamOrderSchema } from '../memory/studies/stream-schema.ts'
import type { Services } from '../services/services.ts'

type Asks = Pick<Services, 'streams'>

export const streamsCommands = {
  orderStreamReplay: command(streamOrderSchema, (order, { streams }: Asks) => streams.order(order)),
  streamMoment: command(
    z.strictObject({ id: idSchema, seed: z.number().int(), position: z.number().int().min(0) }),
    (input, { streams }: Asks) => streams.moment(input),
  ),
}
