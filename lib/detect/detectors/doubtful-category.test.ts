import { describe, expect, it } from 'vitest'
import { linesOf } from '../../fixtures/lines.ts'
import type { Category } from '../../memory/category.ts'
import { found, lesson } from '../fixtures/lessons.ts'

const QUIET = { title: 'gauge', when: '', do: 'gauge', because: '', check: '' }

/** As which category a lesson reads that is filed under another; null when it is not doubted. */
async function readAs(category: Category, objective: string, experience: Partial<typeof QUIET> = {}) {
  const one = lesson({ category, description: { objective }, experience: { ...QUIET, ...experience } })
  const sentence = (await found('doubtful-category', [one]))[0]?.detail.sentence ?? null
  return sentence === null ? null : /reads as (\w+),/.exec(sentence)?.[1]
}

const OBJECTIVES: [Category, string][] = [
  [
    'ANALYZE',
    `
    find why the last row is lost
    understand where the bound is set
    locate the handler that drops the row
    investigate why the cache is stale
    trace which call opens the file twice
    `,
  ],
  [
    'REPRODUCE',
    `
    reproduce the lost row with one full page
    write a failing test that reproduces the bug
    write a script that shows the lost row
    `,
  ],
  [
    'EDIT',
    `
    replace the chain of tests by a lookup
    rewrite the loop as a walk over the tree
    implement the half-open interval in the pager
    fix the bound of the last page
    `,
  ],
  [
    'VERIFY',
    `
    run the whole test suite to confirm the fix
    confirm that all pages are complete after the change
    run the tests again after the fix
    `,
  ],
]

describe('an objective that reads as another category', () => {
  const rows = OBJECTIVES.flatMap(([category, lines]) =>
    linesOf(lines).map((line) => [category, line] as const),
  )
  it.each(rows)('%s: “%s”', async (category, objective) => {
    const others = OBJECTIVES.map(([one]) => one).filter((one) => one !== category)
    // A lesson of VERIFY may well write a test: it is doubted as REPRODUCE only with a check that fails.
    const doubted = others.filter((one) => !(one === 'VERIFY' && category === 'REPRODUCE'))
    for (const filed of doubted) expect([filed, await readAs(filed, objective)]).toEqual([filed, category])
    expect(await readAs(category, objective)).toBeNull()
  })
})

describe('a first word that belongs to every stage counts half', () => {
  it.each(
    linesOf(`
      make the lost row appear
      keep the clock fixed
      use a fixed clock
      set the clock to noon
      give the page one row
      pass the clock in
      turn the page once
      allow one row more
      apply the bound twice
      handle the last page
      convert the date once
      change the page size
      avoid the second call
      read the bound once
      open the page twice
      list the rows lazily
      view the last page
      compare the two pages
      scan the rows once
      test the last page
      walk over the pages
      check the last page
      verify the last page
      ensure the page is full
      try the last page
      hold the lock longer
      send the rows in one batch
      add a test of the bound
      modify the script of the page
      extend the tests of the pager
      adjust the test of the bound
      remove the script of the run
      delete the old tests
      to fix this, use a lock
      to fix this issue, keep the lock
    `),
  )('“%s” is doubted nowhere', async (objective) => {
    for (const category of ['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'] as const)
      expect([category, await readAs(category, objective)]).toEqual([category, null])
  })
})

describe('the situation and the check speak too', () => {
  const both = 'walk over all pages and count the rows'

  it.each(
    linesOf(`
      the bound was changed
      rows were moved
      a lock has been added
      pages have been quietly replaced
      the bound is said to be fixed
      the bound was mended
      the bound was repaired
      the bound was corrected
      the bound was removed
      the loop was rewritten
      a cache was introduced
      a lock was attached
      the bound was put right
      after the fix
      after a change
      after my edit
      after this patch
      after your fix
      the fix and its tests are there
      the change and tests are there
    `),
  )('“%s” speaks for VERIFY', async (when) => {
    expect(await readAs('ANALYZE', both)).toBeNull()
    expect(await readAs('ANALYZE', both, { when })).toBe('VERIFY')
  })

  it.each(
    linesOf(`
      the case fails
      it failed
      a failing case
      it raises a KeyError
      it crashes
      a row is missing
      the text is truncated
      a row is lost
      the page is stale
      the job is unfinished
      it is so before the fix
      as reported
      the row of the report is gone
      in every run
      every time
      each attempt
    `),
  )('a check that says “%s” lets a lesson of VERIFY be one of REPRODUCE', async (check) => {
    const objective = 'provoke the lost row with a script that reproduces it'
    expect(await readAs('VERIFY', objective, { check })).toBe('REPRODUCE')
    expect(await readAs('VERIFY', objective, { check: 'all rows are there' })).toBeNull()
  })

  it('advice in the words of the objective is one voice, not two', async () => {
    const objective = 'Reproduce the lost row!'
    const score = async (text: string) => {
      const one = lesson({
        category: 'EDIT',
        description: { objective },
        experience: { ...QUIET, title: text, do: text },
      })
      return (await found('doubtful-category', [one]))[0]?.score ?? 0
    }
    expect(await score('reproduce the lost row')).toBeLessThan(await score('reproduce the lost row twice'))
  })
})

it('tells what it is filed under, what it reads as and how much likelier that is', async () => {
  const one = lesson({
    category: 'EDIT',
    description: { objective: 'reproduce the lost row with one full page' },
    experience: { ...QUIET, do: 'reproduce the lost row with one full page' },
  })
  const [fault] = await found('doubtful-category', [one])
  const times = Number(/, (\d+) times likelier/.exec(fault?.detail.sentence ?? '')?.[1])
  expect(times).toBeGreaterThanOrEqual(5)
  expect(fault?.detail.sentence).toMatch(
    /^Filed under EDIT; reads as REPRODUCE, \d+ times likelier by rules\.$/,
  )
  expect(fault?.score).toBeCloseTo(1 - 1 / times, 1)
  expect(fault?.otherId).toBeNull()
})
