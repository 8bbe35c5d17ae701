import { expect, it } from 'vitest'
import { zipContents } from './zip-names.ts'

/** The directory of an archive with these files, as a program that packs writes it; the contents are left out. */
function zipOf(names: readonly string[], { extra = 0, comment = '' } = {}): Buffer {
  const local = Buffer.from('PK\u0003\u0004 packed files')
  const entries = names.map((name) => {
    const text = Buffer.from(name)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50)
    head.writeUInt16LE(text.length, 28)
    head.writeUInt16LE(extra, 30)
    head.writeUInt16LE(comment.length, 32)
    return Buffer.concat([head, text, Buffer.alloc(extra), Buffer.from(comment)])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, ...entries, end])
}

it.each([
  [['run.traj'], '1 file: run.traj'],
  [['a/', 'a/run.traj', 'a/report.json'], '2 files: a/run.traj, a/report.json'],
  [['grün.traj', 'b\u0000\u001b.traj'], '2 files: grün.traj, b.traj'],
  [['a/', 'b/'], 'no file'],
  [[], 'no file'],
])('tells what lies in an archive of %j', (names, words) => {
  expect(zipContents(zipOf(names))).toBe(words)
  expect(zipContents(zipOf(names, { extra: 9, comment: 'packed' }))).toBe(words)
})

it('tells five names and counts the rest, each at most 120 letters long', () => {
  const names = Array.from({ length: 8 }, (_, i) => `run-${i}.traj`)
  expect(zipContents(zipOf(names))).toBe(`8 files: ${names.slice(0, 5).join(', ')} and 3 more`)
  expect(zipContents(zipOf(['x'.repeat(500)]))).toBe(`1 file: ${'x'.repeat(120)}`)
})

it('says nothing of what is no archive or was cut off', () => {
  const whole = zipOf(['run.traj', 'other.traj'])
  expect(zipContents(Buffer.from('PK\u0003\u0004 and no directory'))).toBeNull()
  expect(zipContents(new Uint8Array())).toBeNull()
  for (let length = 0; length < whole.length - 2; length++)
    expect(zipContents(whole.subarray(0, length))).toBeNull()
  const broken = Buffer.from(whole)
  broken.writeUInt32LE(whole.length + 100, whole.length - 6)
  expect(zipContents(broken)).toBeNull()
})
