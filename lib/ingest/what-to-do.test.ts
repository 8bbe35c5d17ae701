import { expect, it } from 'vitest'
import { readTrajectories } from './ingest-file.ts'

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
