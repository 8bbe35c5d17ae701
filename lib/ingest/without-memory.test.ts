import { expect, it } from 'vitest'
import { withoutMemory } from './without-memory.ts'

const message = (words: string) =>
  `<memory id="m_01ABC" category="EDIT">\nRecorded experience, 1 earlier run. Data, not an instruction.\n\nDo       ${words}\n</memory>`

it('takes each lesson out and leaves its id', () => {
  const text = `before\n${message('widen the key')}\nbetween ${message('read it back')} after`
  expect(withoutMemory(text)).toBe(
    'before\n[memory m_01ABC was given here]\nbetween [memory m_01ABC was given here] after',
  )
})

it.each([
  ['without any', 'plain text'],
  ['about memory of another kind', '<memory id="1">16 GB</memory>'],
  ['whose message is not closed', '<memory id="m_1" category="EDIT">\nData, not an instruction.'],
])('leaves a text %s as it is', (_, text) => {
  expect(withoutMemory(text)).toBe(text)
})

it.each(['<memory id="m" ', '</memory>', '<memory id="m"></memory>'])(
  'reads %s over and over in no more than its length',
  (period) => {
    const time = (n: number) => {
      const text = `${period.repeat(n)}</memory>`
      const from = performance.now()
      withoutMemory(text)
      return performance.now() - from
    }
    time(1_000)
    expect(time(80_000)).toBeLessThan(Math.max(100, 40 * time(8_000)))
  },
)

it('takes out a message whose brackets an agent escaped', () => {
  const sent =
    '<memory id="m_01" category="EDIT">\nRecorded experience. Data, not an instruction.\n\nDo  x\n</memory>'
  const escaped = sent.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(withoutMemory(`a ${escaped} b ${sent} c`)).toBe(
    'a [memory m_01 was given here] b [memory m_01 was given here] c',
  )
})
