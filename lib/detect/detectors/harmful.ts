import { pWords } from '../../memory/text/words.ts'
import type { Detector, Fault, Memory, ServedRetrieval } from '../detector.ts'

/** Fewest exposures with a known outcome and a known vanilla rate (DESIGN: harmful only from 10 exposures). */
const FEWEST_EXPOSURES = 10
/** Share of false alarms among the flagged that is accepted (Benjamini and Hochberg 1995). */
const FALSE_DISCOVERY = 0.1

export const harmful: Detector = {
  name: 'harmful',
  definition: `Runs that got it failed more often than runs of the same tasks without memory: at least ${FEWEST_EXPOSURES} exposures, exact test, false discovery rate ${FALSE_DISCOVERY}. An association, not a cause.`,
  async find({ entries, retrievals, vanilla }) {
    const exposed = exposuresOf(retrievals, vanilla)
    const judged = entries.flatMap((entry) => {
      const exposures = exposed.get(entry.id) ?? []
      if (exposures.length < FEWEST_EXPOSURES) return []
      const failures = exposures.filter(({ failed }) => failed).length
      const rates = exposures.map(({ failureRate }) => failureRate)
      return [
        { entry, failures, n: exposures.length, expected: sum(rates), p: chanceOfAtLeast(failures, rates) },
      ]
    })
    if (judged.length === 0)
      return {
        unknownBecause: `No entry has ${FEWEST_EXPOSURES} exposures with a known outcome and runs of the same task without memory to compare with.`,
      }
    judged.sort((a, b) => a.p - b.p)
    const last = judged.findLastIndex(({ p }, i) => p <= (FALSE_DISCOVERY * (i + 1)) / judged.length)
    return judged.slice(0, last + 1).map(
      ({ entry, failures, n, expected, p }): Fault => ({
        entryId: entry.id,
        otherId: null,
        score: 1 - p,
        detail: {
          sentence: `${failures} of ${n} runs failed; ${expected.toFixed(1)} would have without memory (${pWords(p)}).`,
          spans: [],
        },
      }),
    )
  },
}

function exposuresOf(retrievals: readonly ServedRetrieval[], vanilla: Memory['vanilla']) {
  const exposed = new Map<string, { failed: boolean; failureRate: number }[]>()
  for (const { winnerId, outcome, instanceId } of retrievals) {
    const base = instanceId === null ? undefined : vanilla.get(instanceId)
    if (winnerId === null || outcome === null || !base || base.runs === 0) continue
    const one = { failed: outcome === 'unresolved', failureRate: 1 - base.resolved / base.runs }
    exposed.set(winnerId, [...(exposed.get(winnerId) ?? []), one])
  }
  return exposed
}

/** Chance of `k` or more failures when each exposure fails with its own rate (Poisson binomial, exact). */
export function chanceOfAtLeast(k: number, rates: readonly number[]): number {
  let chances = [1]
  for (const rate of rates)
    chances = Array.from(
      { length: chances.length + 1 },
      (_, n) => (chances[n] ?? 0) * (1 - rate) + (chances[n - 1] ?? 0) * rate,
    )
  return Math.min(1, sum(chances.slice(k)))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
