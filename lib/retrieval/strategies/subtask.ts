import { intentOf } from '../plan.ts'
import { retrieve } from '../retrieve.ts'
import { placeOf, type Strategy } from './strategy.ts'

/** The paper's two stages: hard filter on z, then cosine on d. */
export const subtask: Strategy = {
  name: 'subtask',
  source:
    'arXiv 2602.21611, eq. (2). Ours: the embedder, the serialisation of d, and ANALYZE first for a whole task.',
  unit: 'entry',
  cosineOfDescriptions: true,
  parameters: { k: 1, floor: null },
  async prepare({ index, embedder }) {
    return async ({ text, category, scope, limit }) => {
      const { hits } = await retrieve(
        intentOf(text, category),
        { index, embedder },
        { scope, limit: limit ?? index.size },
      )
      return hits.map(placeOf)
    }
  },
}
