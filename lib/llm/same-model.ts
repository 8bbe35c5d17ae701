import { UserError } from '../memory/errors.ts'
import { cosine } from '../memory/similarity.ts'
import { type Embedder, embedOne } from './embedder.ts'

/** A text that is embedded once when a space is begun and once by every process that goes on with it. */
export const PROBE_TEXT = 'construct a failing test case for the page boundary; off-by-one, pagination'

/** Below this the model behind a name is taken for another one; servers differ by rounding only. Ours. */
const SAME_FROM = 0.99

/**
 * An embedder that first makes sure that the model behind its name is still the one that made the stored vectors: a name says
 * little, a server may have got new weights. Throws UserError `model-changed`. What failed to be asked is asked again.
 */
export function expectSameModel(embedder: Embedder, probe: Float32Array): Embedder {
  let sure: Promise<void> | null = null
  async function look(): Promise<void> {
    const now = await embedOne(embedder, PROBE_TEXT)
    if (now.length === probe.length && cosine(now, probe) >= SAME_FROM) return
    throw new UserError(
      'model-changed',
      `${embedder.id} no longer gives the vectors that are stored under its name.`,
      {
        hint: 'Go over to another embedder, remove the vectors of this one, then re-embed with it.',
        status: 409,
      },
    )
  }
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    async embed(texts) {
      sure ??= look().catch((fault) => {
        sure = null
        throw fault
      })
      await sure
      return await embedder.embed(texts)
    },
  }
}
