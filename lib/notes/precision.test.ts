import { expect, it } from 'vitest'
import { KINDS } from './page.ts'
import { labelsOf, readLabels, rightOf } from './precision.ts'

const labels = readLabels('scripts/fixtures/audit-labels.csv')

it('the page says of each kind what the reader’s labels say', () => {
  for (const [kind, { right }] of Object.entries(KINDS)) expect(right).toBe(rightOf(labelsOf(labels, kind)))
})
