import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { KINDS } from './page.ts'
import { precisionTable, readLabels, rightOf } from './precision.ts'

const labels = readLabels('scripts/fixtures/audit-labels.csv')

it('docs/audit.md and the page say of each kind what the reader’s labels say', () => {
  const docs = readFileSync('docs/audit.md', 'utf8')
  for (const line of precisionTable(labels)) expect(docs).toContain(line)
  for (const [kind, { right }] of Object.entries(KINDS))
    expect(right).toBe(rightOf(labels.filter((label) => label.kind === kind)))
})
