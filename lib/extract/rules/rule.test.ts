import { describe, expect, it } from 'vitest'
import { CAUSES, FAULTS, LEANING, SUPPOSED } from './cause-rules.ts'
import { ABOUT_THE_RUN, CHORES, TRANSITIONS } from './chore-rules.ts'

const TABLES = { CAUSES, FAULTS, LEANING, SUPPOSED, CHORES, TRANSITIONS, ABOUT_THE_RUN }

describe.each(Object.entries(TABLES))('%s', (_, rules) => {
  it.each(rules.map((rule, i) => [i + 1, rule] as const))(
    'rule %i speaks for its own examples only',
    (_, rule) => {
      expect(rule.says.length).toBeGreaterThan(0)
      for (const text of rule.says) expect(text).toMatch(rule.pattern)
      for (const text of rule.not) expect(text).not.toMatch(rule.pattern)
    },
  )

  it('has an example for and against each rule', () => {
    expect(rules.filter(({ not }) => not.length === 0)).toEqual([])
  })
})
