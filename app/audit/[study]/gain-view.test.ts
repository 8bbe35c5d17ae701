import { expect, it } from 'vitest'
import { gainVerdict } from '@/components/audit/gain/gain-words.ts'
import { EXAMPLES } from '@/lib/memory/studies/ladder/simulate-run.ts'
import { readDemonstration } from '@/lib/studies/designs/outcomes.ts'
import { gainView } from './gain-view.ts'

const asked = { part: 'ladder', arm: null, against: null } as const

it('each made-up truth is told as it is, whichever was asked for first', () => {
  const told = EXAMPLES.map((source) => {
    const view = gainView({ ...asked, source })
    return [source, view && gainVerdict(view).replace(/,.*/, '')]
  })
  expect(told).toEqual([
    ['no-effect', 'Simulated: cannot tell'],
    ['helps-later', 'Simulated: better'],
    ['hurts', 'Simulated: worse'],
  ])
})

it('the same question is answered from what was made', () => {
  const pair = { ...asked, source: 'measured', arm: 'subtask', against: 'vanilla' } as const
  expect(gainView(pair)).toBe(gainView(pair))
  expect(gainView({ ...pair, arm: 'oracle' })?.arm).toBe('oracle')
  expect(gainView({ ...pair, part: 'stream' })?.ladder).toBeNull()
})

it('an imported ladder is drawn as the same file of the product is; one that is the product’s own is a demonstration still', () => {
  const runs = readDemonstration(process.cwd()).filter(({ plan }) => plan.design === 'by-stage')
  const files = runs.map((run, i) => ({ id: `x_${i}`, run, isDemonstration: false }))
  const imported = gainView({ ...asked, source: 'imported' }, files)
  const measured = gainView({ ...asked, source: 'measured' })
  expect(imported).toMatchObject({ source: 'imported', ladder: measured?.ladder, stream: null })
  const shipped = runs.map((run, i) => ({ id: `y_${i}`, run, isDemonstration: true }))
  expect(gainView({ ...asked, source: 'imported' }, shipped)?.source).toBe('measured')
  expect(gainView({ ...asked, source: 'imported' }, [])).toBeNull()
})
