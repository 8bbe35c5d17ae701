import { type EntryStrategy, entryRanking } from './strategy.ts'

/** Nothing: the agent works without memory. */
export const none: EntryStrategy = {
  name: 'none',
  source: 'A control: the vanilla agent of arXiv 2602.21611, Table 1. Ranks and injects nothing.',
  unit: 'entry',
  cosineOfDescriptions: false,
  parameters: {},
  async prepare(corpus) {
    return async (query) => entryRanking([], [], query, corpus)
  },
}
