import { expect, it } from 'vitest'
import type { ExperimentsReport } from '@/lib/memory/studies/outcomes/report.ts'
import { missingWords } from './audit-words.ts'

it('what is missing names each page once', () => {
  const report = { twins: [], plans: [] } as unknown as ExperimentsReport
  const missing = missingWords({ report, replayed: 0 })
  expect(missing.map(({ study }) => study)).toEqual(['results', 'cold-start'])
  expect(missing[0]?.words).toMatch(/with memory and without it.* A plan frozen/)
})
