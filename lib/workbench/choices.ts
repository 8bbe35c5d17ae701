import type { Bench, Candidate, SeenRun } from './bench.ts'
import type { LibraryFunction, LibraryTest } from './code/library.ts'
import { inputKindsOf } from './evidence/input-kinds.ts'
import { lineKindOf } from './evidence/line-kinds.ts'
import type { Prior } from './prior.ts'

/** Tests in the order in which they are run: those of a likely kind first, else as they stand in the file. */
export function orderTests(tests: readonly LibraryTest[], prior: Prior): LibraryTest[] {
  const score = (test: LibraryTest) => Math.max(...inputKindsOf(test.code).map((kind) => prior.of(kind)))
  return byScore(tests, score)
}

/**
 * How suspicious each line is by the tests run so far, 0..1: Ochiai (Abreu et al. 2007), failed ÷ √(all failed · all that ran it).
 * A line that no failing test ran is not in it.
 */
export function suspicionOf(runs: readonly SeenRun[]): Map<number, number> {
  const counts = new Map<number, { failed: number; all: number }>()
  for (const { lines, passed } of runs)
    for (const line of lines) {
      const count = counts.get(line) ?? { failed: 0, all: 0 }
      counts.set(line, { failed: count.failed + (passed ? 0 : 1), all: count.all + 1 })
    }
  const failures = runs.filter(({ passed }) => !passed).length
  return new Map(
    [...counts]
      .filter(([, { failed }]) => failed > 0)
      .map(([line, { failed, all }]) => [line, failed / Math.sqrt(failures * all)]),
  )
}

/** How much is to be said for looking at a line: how suspicious it is, what kind of line, and in which function. */
export type Doubt = (line: number) => number

export function doubtOf(
  bench: Bench,
  source: string,
  suspicion: ReadonlyMap<number, number>,
  prior: Prior,
): Doubt {
  const lines = source.split('\n')
  const own = bench.functions(source).find(({ name }) => name === bench.named)
  const doubts = new Map<number, number>()
  for (const [line, suspected] of suspicion) {
    const text = lines[line] ?? ''
    const isNamed = own !== undefined && line >= own.fromLine && line <= own.toLine
    const depth = prior.of(isNamed ? 'named-function' : 'called-function')
    doubts.set(line, suspected * prior.of(lineKindOf(text)) * depth * prior.ofCode(text))
  }
  return (line) => doubts.get(line) ?? 0
}

/** Functions by their most doubtful line; those that no failing test ran through are left out. */
export function orderFunctions(functions: readonly LibraryFunction[], doubt: Doubt): LibraryFunction[] {
  const most = ({ fromLine, toLine }: LibraryFunction) => {
    let highest = 0
    for (let line = fromLine; line <= toLine; line++) highest = Math.max(highest, doubt(line))
    return highest
  }
  return byScore(functions, most).filter((one) => most(one) > 0)
}

/**
 * Changes in the order in which they are tried: doubt of the line × likelihood of the mechanism, which all of its changes in the
 * function share alike. Equal ones stay in the order by lot that the bench gives them.
 */
export function orderCandidates(candidates: readonly Candidate[], doubt: Doubt, prior: Prior): Candidate[] {
  const counts = new Map<string, number>()
  const open = candidates.filter(({ line }) => doubt(line) > 0)
  for (const { mechanism } of open) counts.set(mechanism, (counts.get(mechanism) ?? 0) + 1)
  return byScore(
    open,
    ({ line, mechanism }) => (doubt(line) * prior.of(mechanism)) / (counts.get(mechanism) ?? 1),
  )
}

/** Highest first; equal ones stay as they stand. */
function byScore<T>(items: readonly T[], score: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, value: score(item) }))
    .sort((a, b) => b.value - a.value)
    .map(({ item }) => item)
}
