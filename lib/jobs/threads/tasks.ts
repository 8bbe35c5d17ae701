import type { PortableLine } from '../../curate/transfer/read-portables.ts'
import type { StoredRow } from '../../db/rescanned.ts'
import type { Detection } from '../../detect/detect.ts'
import type { Memory } from '../../detect/detector.ts'
import type { SimilarPair } from '../../detect/detectors/near-duplicate.ts'
import type { ExtractedSubtask } from '../../extract/extract.ts'
import type { ResultFile } from '../../ingest/outcomes/read-result-file.ts'
import type { Outcomes } from '../../ingest/results.ts'
import type { RecordedLine } from '../../llm/recording.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { ExperimentsReport } from '../../memory/studies/outcomes/report.ts'
import type { ExperimentRun, FrozenPlan } from '../../memory/studies/outcomes/run.ts'
import type { Trajectory } from '../../memory/trajectory.ts'
import type { StreamInput, StreamOutput } from '../../studies/stream/replay-stream.ts'
import type { Demonstration } from '../demonstration.ts'
import type { RescannedRow } from '../rescan-rows.ts'
import type { MemoryFile, MemoryHead } from './open-memory.ts'
import type { FilePart } from './records-of-file.ts'

/** What detectors look at beside the entries. */
export type BesideEntries = Pick<Memory, 'retrievals' | 'vanilla' | 'gone'>
export type SimilarPairs = SimilarPair[]
type File = { bytes: Uint8Array; fileName: string }

/** Rows handed over at once: copying them holds nobody up. Ours. */
const ROWS_AT_A_TIME = 1_000
/** The same of memories, each of which is looked through: some tenths of a second. */
const MEMORIES_AT_A_TIME = 200

/** What computes so long that a server must not wait for it: each gives parts one by one and a result at its end. `more`: what it is given when the next part is asked for. */
export interface Tasks {
  read: { input: File; part: FilePart; more: undefined; result: null }
  extract: { input: Trajectory; part: never; more: undefined; result: ExtractedSubtask[] }
  /** Takes the entries some at a time, null after the last. */
  detect: { input: BesideEntries; part: null; more: readonly MemoryEntry[] | null; result: Detection[] }
  rescan: { input: readonly StoredRow[]; part: never; more: undefined; result: RescannedRow[] }
  pairs: { input: null; part: null; more: readonly MemoryEntry[] | null; result: SimilarPairs }
  /** Gives how many questions were asked since the last part. */
  experiments: {
    input: { runs: readonly ExperimentRun[]; plans: readonly FrozenPlan[] }
    part: never
    more: undefined
    result: ExperimentsReport
  }
  /** Results that come with the product; `input`: the project's folder. */
  demonstration: { input: string; part: never; more: undefined; result: Demonstration }
  results: { input: File; part: ResultFile['rows']; more: undefined; result: Omit<ResultFile, 'rows'> }
  outcomes: {
    input: File
    part: [instanceId: string, outcome: 'resolved' | 'unresolved'][]
    more: undefined
    result: Omit<Outcomes, 'outcomes'>
  }
  recording: {
    input: { text: string; fileName: string }
    part: RecordedLine[]
    more: undefined
    result: null
  }
  /** A memory that people have already. */
  memory: {
    input: MemoryFile
    part: { lines: PortableLine[]; total: number }
    more: undefined
    result: MemoryHead
  }
  replay: { input: StreamInput; part: number; more: undefined; result: StreamOutput }
}

export type TaskName = keyof Tasks

type Task<Name extends TaskName> = (
  input: Tasks[Name]['input'],
) =>
  | Generator<Tasks[Name]['part'], Tasks[Name]['result'], Tasks[Name]['more']>
  | AsyncGenerator<Tasks[Name]['part'], Tasks[Name]['result'], Tasks[Name]['more']>

/** Runs in a thread, see work-thread.ts. Each task loads what it needs when it is first asked for: to load all takes longer than most of them. */
export const TASKS: { [Name in TaskName]: Task<Name> } = {
  async *read(file) {
    const { recordsOfFile } = await import('./records-of-file.ts')
    return yield* recordsOfFile(file)
  },
  // biome-ignore lint/correctness/useYield: it has no parts
  async *extract(trajectory) {
    const { extractSubtasks } = await import('../../extract/extract.ts')
    return extractSubtasks(trajectory)
  },
  // biome-ignore lint/correctness/useYield: it has no parts
  async *rescan(rows) {
    const { rescanRows } = await import('../rescan-rows.ts')
    return rescanRows(rows)
  },
  async *detect(beside) {
    const entries = yield* takeEntries()
    const { detect } = await import('../../detect/detect.ts')
    const { compareByWords } = await import('../../detect/word-vectors.ts')
    return await detect({ ...beside, ...(await compareByWords(entries)) })
  },
  async *pairs() {
    const entries = yield* takeEntries()
    const { PAIRS_FROM, similarPairs } = await import('../../detect/detectors/near-duplicate.ts')
    const { compareByWords } = await import('../../detect/word-vectors.ts')
    return await similarPairs(await compareByWords(entries), PAIRS_FROM)
  },
  async *replay(input) {
    const { replayStream } = await import('../../studies/stream/replay-stream.ts')
    return yield* replayStream(input)
  },
  async *results({ bytes, fileName }) {
    const { readResultFile } = await import('../../ingest/outcomes/read-result-file.ts')
    const { rows, ...head } = readResultFile(bytes, fileName)
    yield* someAtATime(rows)
    return head
  },
  async *outcomes({ bytes, fileName }) {
    const { readOutcomes } = await import('../../ingest/results.ts')
    const { outcomes, ...head } = readOutcomes(bytes, fileName)
    yield* someAtATime([...outcomes])
    return head
  },
  async *recording({ text, fileName }) {
    const { readRecording } = await import('../../llm/recording.ts')
    yield* someAtATime([...readRecording(text, fileName).values()])
    return null
  },
  async *memory(file) {
    const { openMemory } = await import('./open-memory.ts')
    const { portables, total, ...head } = openMemory(file)
    for (const lines of someAtATime(portables, MEMORIES_AT_A_TIME)) yield { lines, total }
    return head
  },
  // biome-ignore lint/correctness/useYield: it has no parts
  async *experiments({ runs, ...decided }) {
    const { reportExperiments } = await import('../../memory/studies/outcomes/report.ts')
    return reportExperiments(runs, decided)
  },
  // biome-ignore lint/correctness/useYield: it has no parts
  async *demonstration(rootPath) {
    const { demonstrationOf } = await import('../demonstration.ts')
    return demonstrationOf(rootPath)
  },
}

/** Made as they are asked for, so that a deadline is one of so many rows and not of a whole file. */
function* someAtATime<Row>(rows: Iterable<Row>, most = ROWS_AT_A_TIME): Generator<Row[], void, undefined> {
  let some: Row[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < most) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

function* takeEntries(): Generator<null, MemoryEntry[], readonly MemoryEntry[] | null> {
  const entries: MemoryEntry[] = []
  for (;;) {
    const some = yield null
    if (some === null) return entries
    entries.push(...some)
  }
}
