import { createRandom, shuffled } from '../../memory/statistics.ts'
import { functionsOf } from '../code/library.ts'
import { compile } from '../code/run-code.ts'
import { symptomOf } from '../evidence/symptom.ts'
import { applyEdits } from '../mechanisms/mechanism.ts'
import type { BenchTask } from './bench-task.ts'
import { reportTitle } from './report.ts'
import type { VerifiedFault } from './verify-fault.ts'

/** Pairs of one function at most. */
const MOST_OF_FUNCTION = 8

/**
 * Two faults at once, in one function or in two of one chain of calls, of different mechanisms and on different lines: each alone
 * is seen by the named function's visible tests, and with one mended the other is still seen.
 */
export async function findPairs(
  faults: readonly VerifiedFault[],
  most: number,
  seed: number,
): Promise<BenchTask[]> {
  const random = createRandom(seed)
  const tasks: BenchTask[] = []
  const perFunction = new Map<string, number>()
  for (const first of shuffled(faults, random)) {
    if (tasks.length >= most) break
    for (const second of shuffled(faults, random)) {
      if ((perFunction.get(first.faulty.name) ?? 0) >= MOST_OF_FUNCTION) break
      const task = await pairOf(first, second, tasks.length + 1)
      if (!task) continue
      perFunction.set(first.faulty.name, (perFunction.get(first.faulty.name) ?? 0) + 1)
      tasks.push(task)
      break
    }
  }
  return tasks
}

async function pairOf(first: VerifiedFault, second: VerifiedFault, n: number): Promise<BenchTask | null> {
  const { library } = first
  if (second.library !== library || first.edit.mechanism === second.edit.mechanism) return null
  if (first.edit.line === second.edit.line || overlap(first, second)) return null
  const named = first.seenIn.find((seen) => second.seenIn.some((other) => other.named === seen.named))?.named
  if (!named) return null
  const source = applyEdits(library.source, [first.edit, second.edit])
  const program = compile(source)
  if (!program || functionsOf(source).length !== library.functions.length) return null
  let symptom: string | null = null
  let hiddenFailures = 0
  for (const test of library.tests.filter(({ of }) => of === named)) {
    const { passed, shown } = await program.run(test)
    if (!passed && test.hidden) hiddenFailures++
    if (!passed && !test.hidden) symptom ??= symptomOf(test.expected, shown)
  }
  if (symptom === null || hiddenFailures === 0) return null
  const parts = [first, second].sort((a, b) => a.edit.start - b.edit.start)
  return {
    id: `${library.name}-${parts.map(({ faulty, edit }) => `${faulty.name}-${edit.mechanism}`).join('-')}-${n}`,
    library: library.name,
    named,
    title: reportTitle(library, named, symptom),
    faulty: [...new Set(parts.map(({ faulty }) => faulty.name))],
    mechanisms: parts.map(({ edit }) => edit.mechanism),
    edits: parts.map(({ edit: { start, end, text } }) => ({ start, end, text })),
    // Not looked for in pairs: no single change passes.
    tempting: false,
  }
}

function overlap(a: VerifiedFault, b: VerifiedFault): boolean {
  return a.edit.start <= b.edit.end && b.edit.start <= a.edit.end
}
