import type { Strategy } from './strategy.ts'

/** Nothing: the agent works without memory. */
export const none: Strategy = {
  name: 'none',
  source: 'A control: the vanilla agent of arXiv 2602.21611, Table 1. Ranks and injects nothing.',
  unit: 'entry',
  cosineOfDescriptions: false,
  parameters: {},
  stage1: () => [],
  async prepare() {
    return async () => []
  },
}
