import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { command, query } from '../memory/operation.ts'
import { streamOrderSchema } from '../memory/studies/stream-schema.ts'
import type { Core } from './core.ts'

export const streamsCommands = {
  orderStreamReplay: command(streamOrderSchema, (order, { services: { streams } }: Core) =>
    streams.order(order),
  ),
  streamMoment: query(
    z.strictObject({ id: idSchema, seed: z.number().int(), position: z.number().int().min(0) }),
    (input, { services: { streams } }: Core) => streams.moment(input),
  ),
}
