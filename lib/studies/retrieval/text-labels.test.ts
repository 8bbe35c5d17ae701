import { expect, it } from 'vitest'
import { openTestStore, storeEntry } from '../../db/fixtures/test-store.ts'
import { getProject } from '../../db/projects.ts'
import { saveJudgement } from '../../db/retrieval/judgements.ts'
import { labelsOfText } from './same-file-labels.ts'

it('takes the mean grade of the persons who judged a text, before what a sample says of itself', async () => {
  const store = await openTestStore()
  const { id: entryId, projectId } = await storeEntry(store, {})
  const project = await getProject(store, 'shop')
  expect(await labelsOfText(store, project, 'page', () => [])).toBeNull()
  const pair = { projectId, labRunId: null, queryId: 'q', queryText: 'page', category: null, entryId }
  await saveJudgement(store, { ...pair, by: 'Ivo', grade: 3 })
  await saveJudgement(store, { ...pair, by: 'Mara', grade: 2 })
  expect(await labelsOfText(store, project, 'page', () => [])).toMatchObject({
    source: 'measured',
    from: '2 persons, blind',
    byEntry: { [entryId]: 2.5 },
  })
})
