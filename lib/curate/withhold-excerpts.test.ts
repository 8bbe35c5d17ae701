import { expect, it } from 'vitest'
import { embed, openTestStore } from '../db/fixtures/test-store.ts'
import { ensureProject } from '../db/projects.ts'
import { findWithheld } from '../db/serving.ts'
import { openSampleLoupe } from '../fixtures/open-test-loupe.ts'
import { undoRevision } from './undo.ts'
import { setWithheld } from './withhold-excerpts.ts'

const QUESTION = 'construct a failing test for a page boundary'

/** The sample by rules, with what it serves and what an agent would be told. */
async function sample() {
  const loupe = await openSampleLoupe()
  const project = (await loupe.memories.shell('sample')).current
  if (!project) throw new Error('no sample')
  const ask = async () =>
    await loupe.api.retrieve({
      ...{ project: 'sample', text: QUESTION, mode: 'subtask', category: 'REPRODUCE' },
      ...{ strategy: 'subtask', limit: 1, floor: null },
    })
  return {
    loupe,
    projectId: project.id,
    ask,
    considered: async () => (await ask()).considered,
    turn: (on: boolean) => loupe.api.withholdExcerpts({ projectId: project.id, on, by: 'Mara' }),
    isWithheld: async () => (await loupe.models.yieldOf({ project: 'sample' })).withholdsExcerpts,
  }
}

it('excerpts are withheld with one revision, nothing is injected then, and undo serves them again', async () => {
  const { loupe, ask, considered, turn, isWithheld } = await sample()
  const before = await considered()
  expect(before).toBeGreaterThan(100)
  expect((await ask()).injected).toContain('Excerpt of 1 earlier run, taken by rules')
  const { revision, entryCount } = await turn(true)
  expect(entryCount).toBe(before)
  const answer = await ask()
  expect(answer).toMatchObject({ considered: 0, abstained: 'cold' })
  expect(answer.verdict.sentence).toMatch(/^\d+ REPRODUCE excerpts are withheld here/)
  expect(await isWithheld()).toBe(true)
  await expect(turn(true)).rejects.toMatchObject({ code: 'nothing-to-change' })
  const undone = await loupe.api.undo({ revision, by: 'Mara' })
  expect([await considered(), await isWithheld()]).toEqual([before, false])
  await loupe.api.undo({ revision: undone.revision, by: 'Mara' })
  expect([await considered(), await isWithheld()]).toEqual([0, true])
  await loupe.close()
})

it('in a project without an excerpt the switch changes no entry, and undo turns it back all the same', async () => {
  const store = await openTestStore()
  const { id: projectId } = await store.record((tx) => ensureProject(store, tx, 'shop', 'imported'))
  const deps = { store, by: 'Mara', embed, inspect: () => ({ secrets: [], flags: [] }) }
  const isWithheld = async () => await findWithheld(store, projectId)
  const { revision, entryCount } = await setWithheld({ projectId, on: true }, deps)
  expect([entryCount, await isWithheld()]).toEqual([0, true])
  const undone = await undoRevision({ revision }, deps)
  expect(await isWithheld()).toBe(false)
  await expect(undoRevision({ revision }, deps)).rejects.toMatchObject({ code: 'undone-already' })
  await undoRevision({ revision: undone.revision }, deps)
  expect(await isWithheld()).toBe(true)
})
