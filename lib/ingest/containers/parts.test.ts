import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../db/fixtures/test-store.ts'
import { readTrajectories } from '../ingest-file.ts'
import { filesUnder } from './disk-files.ts'
import { unpack } from './unpack.ts'

const RUN = { instance_id: 'corner__shop-1', messages: [{ role: 'user', content: 'The total is wrong.' }] }
const MIB = 1_048_576
/** 70 runs of about a megabyte: more than is read at once. */
const lines = Array.from({ length: 70 }, (_, i) => {
  const said = { role: 'assistant', content: randomBytes(500_000).toString('hex') }
  return `${JSON.stringify({ ...RUN, instance_id: `corner__shop-${i}`, messages: [...RUN.messages, said] })}\n`
})
const look = { base: '/', leftOut: () => undefined }

it('a large file of runs is read in parts that are cut between its lines, each with an own name', async () => {
  const path = join(temporaryFolder(), 'runs.jsonl')
  writeFileSync(path, lines.join(''))
  const parts = await filesUnder([path], look)
  expect(parts.length).toBeGreaterThan(3)
  expect(parts[0]?.name).toMatch(/runs \(part 1 of \d\)\.jsonl$/)
  expect(Math.max(...parts.map(({ size }) => size))).toBeLessThan(20 * MIB)
  const ids = parts.flatMap(({ name, read }) =>
    readTrajectories(read(64 * MIB), name).trajectories.map(({ instanceId }) => instanceId),
  )
  expect(ids).toEqual(lines.map((_, i) => `corner__shop-${i}`))
})

it('so is one that unpacks to so much', () => {
  const parts = unpack(gzipSync(Buffer.from(lines.join(''))), 'runs.jsonl.gz') ?? []
  expect(Buffer.concat(parts.map(({ read }) => read(64 * MIB))).equals(Buffer.from(lines.join('')))).toBe(
    true,
  )
  expect(parts.length).toBeGreaterThan(3)
})

it('a large file whose lines are no runs is refused as a whole', async () => {
  const other = join(temporaryFolder(), 'log.jsonl')
  writeFileSync(other, `${'{"level":"info"}\n'.repeat(64 * 64 * 1024)}`)
  const [file, ...rest] = await filesUnder([other], look)
  expect(rest).toEqual([])
  expect(() => file?.read(64 * MIB)).toThrow('limit 64 MB')
})
