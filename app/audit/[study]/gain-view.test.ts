import { expect, it } from 'vitest'
import { gainVerdict } from '@/components/audit/gain/gain-words.ts'
import { EXAMPLES } from '@/lib/memory/gain/examples.ts'
import { gainView } from './gain-view.ts'

it('each made-up truth is told as it is, whichever was asked for first', () => {
  const asked = { arm: null, against: null }
  const told = EXAMPLES.map((name) => {
    const { view } = gainView(name, asked)
    return [name, view && gainVerdict(view).replace(/:.*/, '')]
  })
  expect(told).toEqual([
    ['no-effect', 'Cannot tell'],
    ['helps-later', 'Better'],
    ['hurts', 'Worse'],
  ])
})

it('the same question is answered from what was made', () => {
  const asked = { arm: 'subtask', against: 'vanilla' }
  expect(gainView('measured', asked)).toBe(gainView('measured', asked))
  expect(gainView('measured', { ...asked, arm: 'instance' }).view?.arm).toBe('instance')
})
