import { expect, it } from 'vitest'
import { ask, openSampleLoupe } from '../fixtures/open-test-loupe.ts'

it('an agent asks, reports how it ended, and the entry it got has a use, an outcome and an expectation', async () => {
  const loupe = await openSampleLoupe()
  const before = await loupe.api.auditReuse({ project: 'sample' })
  expect(before.served.shape.uses).toBe(0)
  expect(before.utilities).toEqual([])
  // A first start says something true: no own run, no future, every winner one of the stored.
  expect(before.replay.others.shape.uses + before.replay.cold).toBe(before.replay.asked)
  expect(before.replay.others.relations.find(({ relation }) => relation === 'same task')?.uses).toBe(0)

  const answer = await loupe.api.serve({
    ...ask('make the cursor of the next page exclusive', 'EDIT'),
    episode: 'run-1',
  })
  const instanceId = 'nobody__shop-7'
  await loupe.api.reportOutcomes({
    project: 'sample',
    outcomes: [{ episode: 'run-1', instanceId, outcome: 'resolved' }],
  })
  const vanilla = [false, false, true].map((resolved, seed) =>
    JSON.stringify({ instance_id: instanceId, resolved, arm: 'vanilla', seed }),
  )
  const rows = Buffer.from(vanilla.join('\n'))
  const { setId } = await loupe.api.readResults({ setId: null, fileName: 'a.jsonl', bytes: rows })
  await loupe.api.addRuns({ setId, project: 'sample', by: 'test' })

  const report = await loupe.api.auditReuse({ project: 'sample' })
  expect(report.served).toMatchObject({ withOutcome: 1, withExpectation: 1, withheld: 0 })
  expect(report.served.relations.find(({ relation }) => relation === 'other repository')?.uses).toBe(1)
  expect(report.utilities).toMatchObject([{ entryId: answer.hits[0]?.entryId, n: 1, verdict: 'association' }])
  // One vanilla run of three resolved it: 1/3 is expected; one use is drawn towards 0 by four.
  expect(report.utilities[0]?.shrunken).toBeCloseTo((1 - 1 / 3) / 5, 12)
  await loupe.close()
})
