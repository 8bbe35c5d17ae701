import type { StrategyInfo } from '@/lib/memory/compare.ts'
import { STRATEGIES } from '@/lib/retrieval/strategies/all-strategies.ts'

/** What the pages of Compare hand to their components of each strategy. */
export function listStrategies(): StrategyInfo[] {
  return STRATEGIES.map(({ name, source, unit, cosineOfDescriptions, after = null, needs = null }) => {
    return { name, after, source, unit, cosineOfDescriptions, needs }
  })
}
