import { type AgentMemory, AgentRun, type BenchStep, withinBudget } from './agent-run.ts'
import type { Bench, Candidate, SeenRun } from './bench.ts'
import { type Doubt, doubtOf, orderCandidates, orderFunctions, orderTests, suspicionOf } from './choices.ts'
import type { LibraryTest } from './code/library.ts'
import { inputKindsOf } from './evidence/input-kinds.ts'
import { lineKindOf } from './evidence/line-kinds.ts'
import { symptomOf } from './evidence/symptom.ts'
import { type Failure, intents } from './intents.ts'
import type { Prior } from './prior.ts'

/** How an attempt ended. */
export interface Attempt {
  steps: readonly BenchStep[]
  /** Budget spent, steps. */
  spent: number
  /** The code handed in. */
  source: string
}

/**
 * A search program, not a language model: repairs one task by trying changes. Each round reproduces a failure, finds doubtful
 * lines, tries changes there and verifies the one that helps; a round that mends one of two faults leaves the other to the next.
 * It sees the report, visible tests and their output. Every step costs one of the budget; lessons change the order of its choices.
 */
export async function attempt(bench: Bench, memory: AgentMemory, budget: number): Promise<Attempt> {
  const run = new AgentRun(bench, memory, budget)
  await withinBudget(async () => {
    for (let end: End = 'faults-left'; end === 'faults-left'; ) {
      const found = await reproduce(run)
      end = found === null ? 'all-pass' : await repair(run, found)
    }
  })
  return { steps: run.steps, spent: run.spent, source: run.source }
}

/** What a round came to: nothing helped, a change was kept and tests still fail, or a change was kept and all pass. */
type End = 'in-vain' | 'faults-left' | 'all-pass'

type Found = Failure & { test: LibraryTest; seen: SeenRun[]; passing: LibraryTest[] }

/** REPRODUCE: which inputs? Runs visible tests until one fails and one passes. Null when all pass: there is nothing left to do. */
async function reproduce(run: AgentRun): Promise<Found | null> {
  const { bench, source } = run
  const prior = await run.begin(intents.REPRODUCE(bench.report.split('\n')[0] ?? ''))
  const seen: SeenRun[] = []
  const passing: LibraryTest[] = []
  let failed: Pick<Found, 'test' | 'shown'> | null = null
  for (const test of orderTests(bench.tests, prior)) {
    if (failed && passing.length > 0) break
    const result = await run.test('REPRODUCE', `try ${inputKindsOf(test.code).join(', ')}`, source, test)
    seen.push(result)
    if (result.passed) passing.push(test)
    else failed ??= { test, shown: result.shown }
  }
  return failed && { ...failed, symptom: symptomOf(failed.test.expected, failed.shown), seen, passing }
}

/** ANALYZE, EDIT and VERIFY. */
async function repair(run: AgentRun, found: Found): Promise<End> {
  const { bench, source } = run
  const lines = source.split('\n')
  const whereToLook = await run.begin(intents.ANALYZE(found))
  const doubt = doubtOf(bench, source, suspicionOf(found.seen), whereToLook)
  let whatToTry: Prior | null = null
  let whatToRun: Prior | null = null
  for (const place of orderFunctions(bench.functions(source), doubt)) {
    const doubtful = mostDoubtful(doubt, place.fromLine, place.toLine)
    const code = lines.slice(place.fromLine, place.toLine + 1).join('\n')
    await run.step(
      'ANALYZE',
      `most doubtful: a ${lineKindOf(lines[doubtful] ?? '')}`,
      `open ${place.name}`,
      () => code,
    )
    whatToTry ??= await run.begin(
      run.asksByOutcome ? intents.EDIT_BY_OUTCOME(found) : intents.EDIT(found, lines[doubtful] ?? ''),
      () => mechanismsOffered(run, doubt),
    )
    for (const change of orderCandidates(bench.candidates(source, place.name), doubt, whatToTry)) {
      if (!(await tried(run, change, found, lines, place.name))) continue
      whatToRun ??= await run.begin(intents.VERIFY(found, change.mechanism, lines[change.line] ?? ''))
      const end = await verified(run, change, found, whatToRun)
      if (end === 'in-vain') continue
      run.source = change.after
      return end
    }
  }
  return 'in-vain'
}

/** The mechanisms among all changes that could be made where there is doubt. */
function mechanismsOffered({ bench, source }: AgentRun, doubt: Doubt): string[] {
  const places = orderFunctions(bench.functions(source), doubt)
  const open = places.flatMap(({ name }) =>
    bench.candidates(source, name).filter(({ line }) => doubt(line) > 0),
  )
  return [...new Set(open.map(({ mechanism }) => mechanism))].sort()
}

/** EDIT: one change and the failing test again, in one step. */
async function tried(
  run: AgentRun,
  change: Candidate,
  found: Found,
  lines: readonly string[],
  place: string,
): Promise<boolean> {
  const depth = place === run.bench.named ? 'named-function' : 'called-function'
  const thought = `${change.mechanism} at a ${lineKindOf(lines[change.line] ?? '')} of the ${depth}`
  const command = `edit line ${change.line + 1}: "${change.before.trim()}" -> "${change.text.trim()}"; `
  return (await run.test('EDIT', thought, change.after, found.test, command)).passed
}

/** VERIFY: which tests first? No test that passed before may fail; the rest tell whether another fault is left. */
async function verified(run: AgentRun, change: Candidate, found: Found, prior: Prior): Promise<End> {
  let end: End = 'all-pass'
  for (const test of orderTests(run.bench.tests, prior)) {
    if (test === found.test) continue
    const kinds = inputKindsOf(test.code).join(', ')
    if ((await run.test('VERIFY', `try ${kinds}`, change.after, test)).passed) continue
    if (found.passing.includes(test)) return 'in-vain'
    const before = await run.test('VERIFY', `did ${kinds} fail before?`, run.source, test, 'undo; ')
    if (before.passed) return 'in-vain'
    end = 'faults-left'
  }
  return end
}

function mostDoubtful(doubt: Doubt, from: number, to: number): number {
  let best = from
  for (let line = from; line <= to; line++) if (doubt(line) > doubt(best)) best = line
  return best
}
