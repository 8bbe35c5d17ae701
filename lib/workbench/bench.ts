import { remembered } from '../memory/remembered.ts'
import { seedFrom } from '../memory/statistics.ts'
import { functionsOf, type Library, type LibraryFunction, type LibraryTest } from './code/library.ts'
import { compile, type Program, type TestRun } from './code/run-code.ts'
import { repairsOf } from './mechanisms/all-mechanisms.ts'
import { applyEdits, type Edit } from './mechanisms/mechanism.ts'
import type { BenchTask } from './worlds/bench-task.ts'
import { reportText } from './worlds/report.ts'

/** A test run with the lines it went through. */
export interface SeenRun extends TestRun {
  lines: ReadonlySet<number>
}

/** A change that could be made, and the source it leads to. */
export interface Candidate extends Edit {
  after: string
  /** The replaced code and what stands there now, for a command. */
  before: string
}

/** What an agent can see and do of one task. Everything but `passesHidden` is visible to it. */
export interface Bench {
  taskId: string
  library: string
  named: string
  report: string
  /** The faulty source. */
  source: string
  /** Visible tests of the named function, then of those it calls. */
  tests: readonly LibraryTest[]
  /** The named function first, then those it calls. */
  functions(source: string): readonly LibraryFunction[]
  /** Changes that could be made to one of them, in an order by lot that is the same each time. */
  candidates(source: string, name: string): readonly Candidate[]
  run(source: string, test: LibraryTest): Promise<SeenRun> | SeenRun
  /** The judge's: visible and hidden tests of the whole library. An agent never asks. */
  passesHidden(source: string): Promise<boolean>
}

/** A source that was met, with what is known of it. */
interface Version {
  program: Program | null
  /** Null = not asked for yet; most sources are only ever run. */
  places: readonly LibraryFunction[] | null
  candidates: Map<string, readonly Candidate[]>
  runs: Map<LibraryTest, SeenRun>
  passesHidden: boolean | null
}

/** A bench that runs each test on each source once and remembers: attempts repeat each other, tests do not change. */
export function createBench(task: BenchTask, library: Library): Bench {
  const buggy = applyEdits(library.source, task.edits)
  const helpers = library.functions.find(({ name }) => name === task.named)?.helpers ?? []
  const chain = [task.named, ...helpers]
  const versions = new Map<string, Version>()

  function versionOf(source: string): Version {
    return remembered(versions, source, () => newVersion(source))
  }

  function placesOf(source: string): readonly LibraryFunction[] {
    const version = versionOf(source)
    if (version.places) return version.places
    const found = functionsOf(source)
    version.places = chain.flatMap((name) => found.filter((one) => one.name === name))
    return version.places
  }

  return {
    taskId: task.id,
    library: library.name,
    named: task.named,
    report: reportText(task),
    source: buggy,
    tests: chain.flatMap((name) => library.tests.filter(({ of, hidden }) => of === name && !hidden)),
    functions: placesOf,
    candidates(source, name) {
      return remembered(versionOf(source).candidates, name, () => {
        const place = placesOf(source).find((one) => one.name === name)
        return inLotOrder(task.id, place ? distinct(source, repairsOf(source, place)) : [])
      })
    },
    run(source, test) {
      const { runs, program } = versionOf(source)
      const known = runs.get(test)
      if (known) return known
      return runOnce(program, test).then((run) => {
        runs.set(test, run)
        return run
      })
    },
    async passesHidden(source) {
      const version = versionOf(source)
      version.passesHidden ??= await passesAll(version.program, library.tests)
      return version.passesHidden
    },
  }
}

/** By lot, the same each time for one task: the order among changes that nothing tells apart. */
function inLotOrder(taskId: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map((one) => ({ one, lot: seedFrom(`${taskId} ${one.mechanism} ${one.start} ${one.text}`) }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ one }) => one)
}

async function runOnce(program: Program | null, test: LibraryTest): Promise<SeenRun> {
  if (!program) return { passed: false, shown: 'throws SyntaxError', lines: new Set() }
  const lines = new Set<number>()
  return { ...(await program.run(test, lines)), lines }
}

async function passesAll(program: Program | null, tests: readonly LibraryTest[]): Promise<boolean> {
  if (!program) return false
  for (const test of tests) if (!(await program.run(test)).passed) return false
  return true
}

function distinct(source: string, edits: readonly Edit[]): Candidate[] {
  const seen = new Set([source])
  return edits.flatMap((edit) => {
    const after = applyEdits(source, [edit])
    if (seen.has(after)) return []
    seen.add(after)
    return [{ ...edit, after, before: source.slice(edit.start, edit.end) }]
  })
}

function newVersion(source: string): Version {
  return {
    program: compile(source),
    places: null,
    candidates: new Map(),
    runs: new Map(),
    passesHidden: null,
  }
}
