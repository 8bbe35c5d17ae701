import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intentSchema } from '../memory/entry.ts'
import { spentMs } from '../memory/fixtures/spent.ts'
import { describe as describeText, plan } from './plan.ts'

const ISSUE = `<pr_description>
### Describe the bug

<!-- please fill in -->
- [x] I searched the existing issues

Cursor pagination in src/api/list_view.py:88 repeats the last row of a page. See https://example.org/x.

\`\`\`python
for page in pages: ...
IndexError: list index out of range
\`\`\`
</pr_description>`

describe('plan', () => {
  it('is one intent a category, ANALYZE first', () => {
    expect(plan(ISSUE).map(({ category }) => category)).toEqual(['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'])
  })

  it('asks every stage with the prose of the task, without template, code, path and link', () => {
    const objectives = new Set(plan(ISSUE).map(({ description }) => description.objective))
    expect([...objectives]).toEqual(['Cursor pagination in repeats the last row of a page. See'])
  })

  it('keeps what a later sentence says of the cause', () => {
    const text =
      'Mail merge skips recipients. The last address of a batch gets its letter, the next never does.'
    expect(plan(text)[0].description).toEqual({ objective: text, keywords: [] })
  })

  it('keeps mechanism words and error classes as keywords, at most eight, lower case', () => {
    const { keywords } = plan(`${ISSUE}\nIndexError comes back. ${'And so on. '.repeat(40)}`)[0].description
    expect(keywords).toContain('cursor')
    expect(keywords).toContain('index error')
    expect(keywords.length).toBeLessThanOrEqual(8)
    expect(keywords.join(' ')).not.toMatch(/[A-Z/]/)
  })

  it('cuts a task without a letter between its signs and not within one', () => {
    const { objective } = plan(`1${'😀'.repeat(300)}`)[0].description
    expect([objective.isWellFormed(), objective.startsWith('1😀')]).toEqual([true, true])
  })

  it('gives a valid description for any text with a word in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 2_000 }), (text) => {
        fc.pre(text.trim() !== '')
        for (const intent of plan(text)) expect(intentSchema.safeParse(intent).success).toBe(true)
      }),
      { numRuns: 500 },
    )
    for (const text of [
      'x'.repeat(20_000),
      '# \n'.repeat(5_000),
      '<b>'.repeat(5_000),
      '```'.repeat(3_000),
      '[ '.repeat(9_000),
    ]) {
      const startedAt = spentMs()
      expect(intentSchema.safeParse(plan(text)[0]).success).toBe(true)
      expect(spentMs() - startedAt).toBeLessThan(2_000)
    }
  })
})

describe('describe', () => {
  it('leaves what the agent said word for word, line breaks folded', () => {
    expect(describeText(' construct test case\nfor cursor-based pagination bug ')).toEqual({
      objective: 'construct test case for cursor-based pagination bug',
      keywords: [],
    })
  })

  it('cuts a text that is too long for a description down to what a plan keeps', () => {
    const { objective, keywords } = describeText(`${ISSUE}\n${'and so on. '.repeat(100)}`)
    expect(objective.length).toBeLessThanOrEqual(400)
    expect(keywords).toContain('pagination')
  })
})
