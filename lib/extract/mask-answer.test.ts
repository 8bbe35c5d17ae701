import { expect, it } from 'vitest'
import type { RetrievalAnswer } from '../memory/retrieval.ts'
import { maskAnswer, maskTexts } from './mask-texts.ts'

// Put together here, so that no scanner of the repository takes it for a real one.
const SECRET = ['ghp', 'a1B2c3D4e5'.repeat(4)].join('_')
const DOTS = '•'.repeat(SECRET.length)

it('masks every text of a value however deep, and leaves ids, numbers and what is not there', () => {
  const value = {
    id: SECRET,
    entryIds: [SECRET],
    rows: [{ best: { text: `use ${SECRET}`, score: 0.5, repo: null } }],
  }
  expect(maskTexts(value)).toEqual({
    id: SECRET,
    entryIds: [SECRET],
    rows: [{ best: { text: `use ${DOTS}`, score: 0.5, repo: null } }],
  })
  expect(value.rows[0]?.best.text).toContain(SECRET)
})

it('masks what an agent is served at its length, and leaves the question as it was asked', () => {
  const asked = { category: 'EDIT', description: { objective: `push with ${SECRET}`, keywords: [] } }
  const answer = {
    plan: [asked],
    predicted: null,
    intent: asked,
    hits: [{ entryId: 'm_1', objective: `push with ${SECRET}`, experience: { title: SECRET } }],
    verdict: { sentence: `Weak: “${SECRET}”.` },
    injected: `Do       export ${SECRET}`,
  } as unknown as RetrievalAnswer
  expect(maskAnswer(answer)).toEqual({
    plan: [asked],
    predicted: null,
    intent: asked,
    hits: [{ entryId: 'm_1', objective: `push with ${DOTS}`, experience: { title: DOTS } }],
    verdict: { sentence: `Weak: “${DOTS}”.` },
    injected: `Do       export ${DOTS}`,
  })
})

it('masks what is called an id and was given by whoever sent it, and leaves what is random there', () => {
  const random = { requestId: 'Rw4P268w0-gC__Cfgb8UEA', batchId: 'b_01KABCDEFGHJKMNPQRSTVWXYZ0' }
  expect(maskTexts(random)).toEqual(random)
  const given = { batchId: SECRET, instanceId: SECRET, episodeId: SECRET, instanceIds: [SECRET] }
  expect(maskTexts(given)).toEqual({ batchId: DOTS, instanceId: DOTS, episodeId: DOTS, instanceIds: [DOTS] })
})
