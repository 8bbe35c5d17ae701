import { resolveFilter } from '../api/asked-filter.ts'
import type { Parts as Core } from '../api/parts.ts'
import { drawSample, findSample, judgeEntry, listSamples } from '../db/findings/quality-samples.ts'
import type { AskedFilter } from '../memory/filter/entry-filter.ts'
import { createBlind } from './blind.ts'
import { over } from './over.ts'

/** Samples that people judge. */
export function createTriage(core: Core) {
  const { store } = core
  const ask = over(store)

  return {
    /** Random samples that people judge. */
    samples: {
      draw: async (input: { asked: AskedFilter; size: number; seed: number; by: string }) =>
        await drawSample(store, { ...input, filter: await resolveFilter(input.asked, core) }),
      find: ask(findSample),
      list: ask(listSamples),
      async judge(input: Parameters<typeof judgeEntry>[1]): Promise<null> {
        await judgeEntry(store, input)
        return null
      },
    },
    blind: createBlind(store),
  }
}
