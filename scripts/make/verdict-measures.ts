import { createRandom } from '../../lib/memory/statistics.ts'
import type { VerdictFit } from '../../lib/retrieval/fit-verdict.ts'

type Held = VerdictFit['held']

/** What folds say of a verdict: AUC and precision at a recall of 0.70, with 95 % intervals over questions drawn again. */
export function measuresOf(held: Held): { auc: string; precision: string } {
  const figure = (of: (some: Held) => number | null) => {
    const { low, high } = drawn(held, of)
    return `${of(held)?.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`
  }
  return { auc: figure(aucOf), precision: figure((some) => precisionAt(some, 0.7)) }
}

function aucOf(held: Held): number | null {
  const [yes, no] = [held.filter(({ helps }) => helps), held.filter(({ helps }) => !helps)]
  if (yes.length === 0 || no.length === 0) return null
  const above = (a: number, b: number) => (a > b ? 1 : a === b ? 0.5 : 0)
  const sum = yes.reduce((all, a) => all + no.reduce((s, b) => s + above(a.probability, b.probability), 0), 0)
  return sum / yes.length / no.length
}

function precisionAt(held: Held, recall: number): number | null {
  const falling = [...held].sort((a, b) => b.probability - a.probability)
  const all = held.filter(({ helps }) => helps).length
  let helped = 0
  for (const [i, { helps }] of falling.entries()) {
    if (helps) helped++
    if (helped >= recall * all) return helped / (i + 1)
  }
  return null
}

/** A 95 % percentile interval over questions drawn again. */
function drawn(held: Held, of: (some: Held) => number | null): { low: number; high: number } {
  const random = createRandom(1)
  const values = Array.from({ length: 2_000 }, () =>
    of(held.map(() => held[Math.floor(random() * held.length)] as Held[number])),
  )
    .filter((value) => value !== null)
    .sort((a, b) => a - b)
  const at = (share: number) => values[Math.floor(share * (values.length - 1))] ?? Number.NaN
  return { low: at(0.025), high: at(0.975) }
}
