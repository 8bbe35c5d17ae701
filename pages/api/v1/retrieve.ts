import type { NextApiRequest, NextApiResponse } from 'next'
import { answerNode } from '@/app/answer-node.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** The body is read by `answerNode`, under the limit that all routes have. */
export const config = { api: { bodyParser: false } }

/** Two-stage retrieval. Reads only: nothing is logged. */
export default async function retrieve(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  await answerNode(request, response, 'POST', async (body) => (await getLoupe()).run('retrieve', body))
}
