/**
 * What `bench api` is compared with: a bare Node HTTP server that embeds the text and goes through all vectors of the
 * category in a loop. No store, no guard, no message, no second look at the rows.
 */
import { createServer } from 'node:http'
import { embedOne } from '../../lib/llm/embedder.ts'
import { createLocalEmbedder } from '../../lib/llm/local-embedder.ts'
import { cosine } from '../../lib/memory/similarity.ts'
import { benchEntries } from './api-entries.ts'

const entries = await benchEntries(Number(process.argv[2]))
const embedder = createLocalEmbedder()

const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { text, category } = JSON.parse(Buffer.concat(parts).toString('utf8'))
  const query = await embedOne(embedder, text)
  const ranked = entries
    .flatMap((entry, id) =>
      entry.category === category
        ? [{ id, score: cosine(query, entry.vector), description: entry.description }]
        : [],
    )
    .sort((a, b) => b.score - a.score)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(ranked.slice(0, 10)))
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit(0))
