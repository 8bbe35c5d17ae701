import type { NextApiRequest, NextApiResponse } from 'next'
import { answerNode } from '@/app/node-door.ts'
import { retrieveRequestSchema } from '@/lib/memory/retrieval.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** The body is read by the door itself, under the limit that all doors have. */
export const config = { api: { bodyParser: false } }

/** Two-stage retrieval. Reads only: nothing is logged. */
export default async function retrieve(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  await answerNode(request, response, 'POST', async (body) =>
    (await getLoupe()).doors.retrieve(retrieveRequestSchema.parse(body)),
  )
}
