import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

const FILE = 'lib/ingest/fixtures/mini-swe-agent-1.traj.json'
const KEPT = 'git: kept, 3 of 3 lines are in HEAD after 9 days, certainty 1, commit 0123456789ab'
const YOUNG = 'git: unknown, in HEAD for 2 of the 7 days after which it counts as kept'

it('what git says of a run is kept in its words, asked again later, and gives way to a verdict', async () => {
  const { api, close } = await openTestLoupe()
  try {
    const bytes = readFileSync(FILE)
    const imported = async (row: object | null, fileName = 'git.jsonl') => {
      const results = row && (await api.saveResults({ fileName, bytes: Buffer.from(JSON.stringify(row)) }))
      const [one] = await api.importFile({
        bytes,
        fileName: FILE,
        project: 'shop',
        resultsId: results?.id ?? null,
      })
      const episode = (await api.findEpisode({ id: one?.episodeId ?? '' }))?.episode
      expect([one?.outcome, one?.outcomeSource]).toEqual([episode?.outcome, episode?.outcomeSource])
      return [episode?.outcome, episode?.outcomeSource]
    }
    const [first] = await api.importFile({ bytes, fileName: FILE, project: 'shop', dryRun: true })
    expect(first?.outcome).toBeNull()
    const instance_id = first?.instanceId
    expect(await imported({ instance_id, resolved: null, said: YOUNG })).toEqual([null, YOUNG])
    expect(await imported(null)).toEqual([null, YOUNG])
    expect(await imported({ instance_id, resolved: true, said: KEPT })).toEqual(['resolved', KEPT])
    const reverted = 'git: reverted, 0123456789ab takes out all 3 lines, certainty 1'
    expect(await imported({ instance_id, resolved: false, said: reverted })).toEqual(['unresolved', reverted])
    const verdict = ['resolved', 'report.jsonl (results-jsonl)']
    expect(await imported({ instance_id, resolved: true, said: 'somebody says so' }, 'report.jsonl')).toEqual(
      verdict,
    )
    expect(await imported({ instance_id, resolved: false, said: reverted })).toEqual(verdict)
  } finally {
    await close()
  }
})
