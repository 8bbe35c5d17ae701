import { readFileSync } from 'node:fs'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unpack } from '../../ingest/containers/unpack.ts'
import { tarOf, zipOf } from '../../ingest/fixtures/archives.ts'
import { UserError } from '../../memory/errors.ts'
import { recordsOfFile } from './records-of-file.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../ingest/fixtures/${name}`, import.meta.url), 'utf8')
const run = fixture('mini-swe-agent-1.traj.json')
const codex = fixture('layouts/codex-rollout-jsonl.jsonl')

/** `file status steps` for each thing that an archive holds. */
function told(bytes: Buffer, name: string): string[] {
  let file = ''
  return [...recordsOfFile({ bytes, fileName: name })].flatMap((part) => {
    if (part.kind === 'failed') return [`${part.file} ${part.fault.code}`]
    if (part.kind === 'record')
      return [`${file} ${part.trajectory.instanceId} ${part.trajectory.steps.length}`]
    file = part.file
    return part.status === 'recognised' ? [] : [`${file} ${part.format}`]
  })
}

function faultOf(work: () => unknown): UserError {
  try {
    work()
  } catch (fault) {
    if (fault instanceof UserError) return fault
    throw fault
  }
  throw new Error('nothing was refused')
}

describe('an archive', () => {
  const files = {
    'runs/a.traj.json': run,
    'runs/': '',
    'runs/b.jsonl': codex,
    LICENSE: 'no run',
    'x/.DS_Store': 'x',
  }

  it.each([0, 8, 93] as const)('of files packed by method %s is read file by file', (method) => {
    expect(told(zipOf(files, { method }), 'all.zip')).toEqual([
      'all.zip/runs/a.traj.json corner__shop-12 6',
      'all.zip/runs/b.jsonl sess-1 2',
      'all.zip/LICENSE plain-text',
    ])
  })

  it('may be a tar, plain or packed, or one packed file', () => {
    const tar = tarOf({ './a.traj.json': run, 'b.jsonl': codex })
    const both = (name: string) => [`${name}/a.traj.json corner__shop-12 6`, `${name}/b.jsonl sess-1 2`]
    expect(told(tar, 'all.tar')).toEqual(both('all.tar'))
    expect(told(gzipSync(tar), 'all.tar.gz')).toEqual(both('all.tar.gz'))
    expect(told(gzipSync(run), 'a.traj.json.gz')).toEqual(['a.traj.json corner__shop-12 6'])
    expect(told(zstdCompressSync(run), 'a.traj.json.zst')).toEqual(['a.traj.json corner__shop-12 6'])
    expect(told(zipOf({ 'b.jsonl.gz': gzipSync(codex) }), 'z.zip')).toEqual(['z.zip/b.jsonl.gz sess-1 2'])
  })

  it('names a member that cannot be read and goes on', () => {
    const zip = zipOf({ 'bad.json': '{"a": ', 'good.jsonl': codex })
    expect(told(zip, 'z.zip')).toEqual(['z.zip/bad.json truncated-json', 'z.zip/good.jsonl sess-1 2'])
    expect(told(zipOf({ a: 'x' }, { checksum: 1 }), 'z.zip')).toEqual(['z.zip/a bad-archive'])
    expect(told(zipOf({ a: 'x' }, { flags: 1 }), 'z.zip')).toEqual(['z.zip/a bad-archive'])
  })

  it('of Inspect is a log for each sample', () => {
    const log = JSON.parse(fixture('layouts/inspect-eval-json.json'))
    const { samples, ...head } = log
    const parts = Object.fromEntries(
      samples.map((sample: { id: string }) => [`samples/${sample.id}_epoch_1.json`, JSON.stringify(sample)]),
    )
    const files = { 'header.json': JSON.stringify(head), 'summaries.json': '[]', ...parts }
    expect(told(zipOf(files, { method: 93 }), 'log.eval')).toEqual([
      'log.eval/samples/corner__shop-31_epoch_1.json corner__shop-31 2',
      'log.eval/samples/2_epoch_1.json shop 0',
    ])
    expect(told(zipOf({ '_journal/start.json': JSON.stringify({ eval: log.eval }) }), 'log.eval')).toEqual([
      'log.eval shop 0',
    ])
  })
})

describe('what is not unpacked', () => {
  it('a bomb: more than three hundred times its size, or more than a file may have', () => {
    const zeros = Buffer.alloc(40 * 1_048_576)
    expect(faultOf(() => unpack(gzipSync(zeros), 'a.gz'))).toMatchObject({ code: 'too-large' })
    expect(faultOf(() => unpack(zstdCompressSync(zeros), 'a.zst'))).toMatchObject({ code: 'too-large' })
    expect(told(zipOf({ a: zeros }), 'z.zip')).toEqual(['z.zip/a too-large'])
  })

  it('Parquet, SQLite, a zip in a gzip, a cut archive', () => {
    expect(faultOf(() => unpack(Buffer.from('PAR1xxxxPAR1'), 'a.parquet'))).toMatchObject({
      code: 'compressed',
    })
    expect(faultOf(() => unpack(gzipSync(zipOf({ a: 'x' })), 'a.gz'))).toMatchObject({ code: 'bad-archive' })
    expect(faultOf(() => unpack(Buffer.from('SQLite format 3\0x'), 'a.db')).hint).toContain('export')
    const zip = zipOf({ 'a.json': run })
    expect(faultOf(() => unpack(zip.subarray(0, 500), 'z.zip'))).toMatchObject({
      code: 'bad-archive',
      place: 'z.zip',
    })
    expect(faultOf(() => unpack(gzipSync(run).subarray(0, 500), 'a.gz'))).toMatchObject({
      code: 'bad-archive',
    })
    expect(unpack(Buffer.from('{}'), 'a.json')).toBeNull()
  })

  it('whatever the bytes, an archive is read or refused by name', () => {
    const archives = [zipOf({ 'a.jsonl': codex, 'b.json': '{}' }), tarOf({ 'a.jsonl': codex })]
    const damagedAt = fc.tuple(fc.constantFrom(...archives), fc.nat(), fc.nat(255), fc.nat())
    fc.assert(
      fc.property(damagedAt, ([archive, place, byte, cut]) => {
        const bytes = Buffer.from(
          archive.subarray(0, archive.length - (cut % 3 === 0 ? cut % archive.length : 0)),
        )
        if (bytes.length > 0) bytes[place % bytes.length] = byte
        try {
          told(bytes, 'z')
        } catch (fault) {
          if (!(fault instanceof UserError)) throw fault
        }
      }),
      { numRuns: 300 },
    )
  })
})
