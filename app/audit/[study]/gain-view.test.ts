import { expect, it } from 'vitest'
import { gainVerdict } from '@/components/audit/gain/gain-words.ts'
import { EXAMPLES } from '@/lib/memory/studies/ladder/simulate-run.ts'
import { readDemonstration } from '@/lib/studies/designs/outcomes.ts'
import { gainView } from './gain-view.ts'

it('each made-up truth is told as it is, whichever was asked for first', () => {
  const asked = { arm: null, against: null }
  const told = EXAMPLES.map((name) => {
    const view = gainView(name, asked)
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
  expect(gainView('measured', { ...asked, arm: 'instance' })?.arm).toBe('instance')
})

it('an imported ladder is drawn as the same file of the product is, under its own source', () => {
  const asked = { arm: null, against: null }
  const [run] = readDemonstration(process.cwd()).filter(({ plan }) => plan.design === 'ladder')
  if (!run) throw new Error('a ladder comes with the product')
  const imported = gainView('imported', asked, [{ id: 'x_1', run }])
  const measured = gainView('measured', asked)
  expect(imported).toMatchObject({ source: 'imported', ladder: measured?.ladder, stream: null })
  expect(gainView('imported', asked, [])).toBeNull()
})
