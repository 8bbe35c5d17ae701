import type { NextApiRequest, NextApiResponse } from 'next'
import { answerNode } from '@/app/answer-node.ts'
import { getLoupe } from '@/lib/loupe.ts'

/** The body is read by `answerNode`, under the limit that all routes have. */
export const config = { api: { bodyParser: false } }

/** Two-stage retrieval. What a program is told counts as served and is logged; a browser always says that it is one, and only tries. */
export default async function retrieve(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  await answerNode(request, response, 'POST', async (body, caller) => {
    const isPage = request.headers['sec-fetch-site'] !== undefined
    return (await getLoupe()).run(isPage ? 'retrieve' : 'serve', body, caller)
  })
}
