import { expect, it } from 'vitest'
import { readTrajectories } from './ingest-file.ts'
import { zipContents } from './zip-names.ts'

const read = (text: string, name: string) => readTrajectories(Buffer.from(text), name)

it('a stray file beside runs says what it is and what to do with it', () => {
  expect(read('{"shop-1": {"resolved": true, "tests_status": {}}}', 'report.json').warnings).toEqual([
    'a SWE-bench report of outcomes, no run: give it as results, with --results FILE or under Outcomes on the page Import',
  ])
  expect(read('# Notes\n\nToday.', 'notes.md').warnings).toEqual(['a page of notes, no run: leave it out'])
  const next = read('{"trajectory_format": "mini-swe-agent-9"}', 'next.json')
  expect(next).toMatchObject({ format: 'mini-swe-agent-9', status: 'unsupported' })
  expect(next.warnings.at(-1)).toContain('which is not read yet: write it as ATIF (docs/import.md)')
  const part = read('{"id": "prt_1", "messageID": "msg_1", "type": "text"}', 'prt_1.json')
  expect(part.warnings.at(-1)).toContain('import the folder that holds session, message and part')
})

/** A zip of stored files, made by hand: two names and nothing in them. */
function zipOf(names: string[]): Buffer {
  const locals = names.map((name) => {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(name)])
  })
  const central = names.map((name) => {
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(name.length, 28)
    return Buffer.concat([head, Buffer.from(name)])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(Buffer.concat(locals).length, 16)
  return Buffer.concat([...locals, ...central, end])
}

it('a zip names what is inside and what to do with it', () => {
  const zip = zipOf(['runs/', 'runs/a.traj', 'runs/report.json'])
  expect(zipContents(zip)).toBe('2 files: runs/a.traj, runs/report.json')
  expect(() => readTrajectories(zip, 'in/all.zip')).toThrow(
    expect.objectContaining({
      code: 'compressed',
      hint: 'It holds 2 files: runs/a.traj, runs/report.json. Unpack it (unzip all.zip -d runs) and import the folder; a report of outcomes in it goes under Outcomes, or after --results.',
    }),
  )
  expect(zipContents(zip.subarray(0, 40))).toBeNull()
})
