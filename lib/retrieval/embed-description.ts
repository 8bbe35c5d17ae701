import { type Embedder, embedOne } from '../llm/embedder.ts'
import type { Description } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { norm } from '../memory/similarity.ts'
import { descriptionText } from '../memory/text/description-text.ts'

/** E(d). Throws a UserError when d holds no word: its likeness to everything is 0 and would pick at random. */
export async function embedDescription(description: Description, embedder: Embedder): Promise<Float32Array> {
  const query = await embedOne(embedder, descriptionText(description))
  if (norm(query) === 0) {
    throw new UserError('text-without-words', 'The text has no word to search by.', {
      hint: 'Write what the agent is about to do, for example "construct a failing test case for the page boundary".',
      place: 'text',
    })
  }
  return query
}
