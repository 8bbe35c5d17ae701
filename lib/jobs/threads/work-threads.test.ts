import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { extractSubtasks } from '../../extract/extract.ts'
import { readTrajectories } from '../../ingest/ingest-file.ts'
import { readMemory } from '../../ingest/memories/all-memories.ts'
import { type FilePart, recordsOfFile } from './records-of-file.ts'
import { TASKS } from './tasks.ts'
import { feed, inPartsWith, openWorkThreads, resultOf, type WorkThreads } from './work-threads.ts'

const fileName = 'mini-swe-agent-1.traj.json'
const bytes = readFileSync(join(process.cwd(), 'lib/ingest/fixtures', fileName))

function open(deadlinesMs: Parameters<typeof openWorkThreads>[1] = {}) {
  const threads = openWorkThreads(process.cwd(), deadlinesMs)
  onTestFinished(() => threads.stop())
  return threads
}

function run() {
  const [trajectory] = readTrajectories(bytes, fileName).trajectories
  if (!trajectory) throw new Error('the fixture holds a run')
  return trajectory
}

/** A thought whose length makes extraction take longer than the deadlines of these tests. */
function long() {
  const trajectory = run()
  const [first, ...rest] = trajectory.steps
  if (!first) throw new Error('the fixture has steps')
  return { ...trajectory, steps: [{ ...first, thought: 'The AbcDef then runs. '.repeat(200_000) }, ...rest] }
}

it('gives in a thread what is given here', async () => {
  const threads = open()
  const parts: FilePart[] = []
  for await (const part of threads.run('read', { bytes, fileName })) parts.push(part)
  expect(parts).toEqual([...recordsOfFile({ bytes, fileName })])
  expect(await resultOf(threads.run('extract', run()))).toEqual(extractSubtasks(run()))
  expect(await feed(threads.run('pairs', null), [])).toEqual([])
})

it('says a fault of a file as it is said here', async () => {
  const read = open().run('read', { bytes: bytes.subarray(0, 700), fileName })
  await expect(read.next()).rejects.toMatchObject({
    name: 'UserError',
    code: 'truncated-json',
    place: expect.stringContaining(fileName),
  })
})

it('ends what takes too long, by name, and does the next', async () => {
  const threads = open({ extract: 20 })
  await expect(resultOf(threads.run('extract', long()))).rejects.toMatchObject({
    code: 'took-too-long',
    status: 422,
  })
  const again = threads.run('read', { bytes, fileName })
  expect((await again.next()).value).toMatchObject({ kind: 'head', status: 'recognised' })
  await again.return(null)
})

it('ends what was cancelled, and what a stop meets', async () => {
  const threads = open()
  const cancel = new AbortController()
  const cancelled = resultOf(threads.run('extract', long(), cancel.signal))
  const stopped = resultOf(threads.run('extract', long()))
  const told = [cancelled, stopped].map((work) => expect(work).rejects.toMatchObject({ code: 'interrupted' }))
  setTimeout(() => cancel.abort(), 50)
  setTimeout(() => void threads.stop(), 100)
  await Promise.all(told)
  await expect(resultOf(threads.run('extract', run()))).rejects.toMatchObject({ code: 'interrupted' })
})

it('lets this process go on while a file of thousands is read', async () => {
  const record = JSON.stringify(JSON.parse(bytes.toString()))
  const many = Buffer.from(Array.from({ length: 500 }, () => record).join('\n'))
  const threads = open()
  await resultOf(threads.run('extract', run())) // a start is not what is asked about
  let turns = 0
  const beat = setInterval(() => turns++, 1)
  let count = 0
  for await (const part of threads.run('read', { bytes: many, fileName: 'many.jsonl' }))
    if (part.kind === 'record') count++
  clearInterval(beat)
  expect(count).toBe(500)
  // Read here, in one piece, there would be none.
  expect(turns).toBeGreaterThan(5)
})

it.each([
  [
    'results',
    (threads: WorkThreads) =>
      inPartsWith(
        threads.run('results', {
          bytes: Buffer.from('{"instance_id":"a-1","resolved":true}\n'.repeat(2_500)),
          fileName: 'r.jsonl',
        }),
      ),
    2_500,
  ],
  [
    'outcomes',
    (threads: WorkThreads) =>
      inPartsWith(
        threads.run('outcomes', {
          bytes: Buffer.from(
            Array.from({ length: 2_500 }, (_, i) => `{"instance_id":"a-${i}","resolved":true}`).join('\n'),
          ),
          fileName: 'r.jsonl',
        }),
      ),
    2_500,
  ],
  [
    'recording',
    (threads: WorkThreads) =>
      inPartsWith(
        threads.run('recording', {
          text: Array.from(
            { length: 2_500 },
            (_, i) => `{"hash":"${String(i).padStart(64, '0')}","answer":{}}`,
          ).join('\n'),
          fileName: 'r.jsonl',
        }),
      ),
    2_500,
  ],
] as const)('hands %s over some at a time, all of them', async (_name, read, count) => {
  const { parts } = await read(open())
  expect(parts).toHaveLength(count)
})

it('a memory file is handed over two hundred lines at a time, with how many there are, so that a deadline is never one of the whole file', async () => {
  const memories = Array.from({ length: 1_500 }, (_, i) => ({
    id: `m-${i}`,
    memory: `the user reads page ${i}`,
  }))
  const read = readMemory(JSON.stringify({ results: memories.map((one) => ({ ...one, user_id: 'ann' })) }), {
    project: 'p',
    categoryOf: () => 'EDIT',
    secretsIn: () => [],
    keyOf: (_, { do: act }) => act,
    now: new Date(0),
    mapping: null,
  })
  const steps = TASKS.memory({
    ...{ bytes: Buffer.from(`${read?.text}not JSON\n`), fileName: 'mem0.json' },
    ...{ project: 'p', map: null, at: null },
  })
  const { value } = await steps.next()
  expect(value).toMatchObject({ lines: { length: 200 }, total: 1_501 })
  await expect(async () => {
    for (;;) if ((await steps.next()).done) return
  }).rejects.toMatchObject({ code: 'bad-line' })
})
