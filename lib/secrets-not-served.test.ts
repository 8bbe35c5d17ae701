import { expect, it } from 'vitest'
import { holdsMask } from './extract/mask-texts.ts'
import { findSecretLike } from './extract/secret-scan.ts'
import { ask, openSampleLoupe } from './fixtures/open-test-loupe.ts'

/* An entry with an open finding of a secret is not served until somebody has decided (docs/curation.md). */

it('what is in service is one number, whatever is asked: all but what is withheld, as on the Overview', async () => {
  const loupe = await openSampleLoupe()
  const { id: projectId } = await loupe.api.project({ name: 'sample-trouble' })
  const { categories } = await loupe.api.overview({ projectId })
  expect(categories.some(({ withheld }) => withheld > 1)).toBe(true)
  const inService = Object.fromEntries(
    categories.map(({ category, approved, withheld }) => [category, approved - withheld]),
  )
  for (const { category } of categories)
    for (const text of [
      'find out which identity the job uses',
      'round the price',
      'build the docker image',
    ]) {
      const request = { ...ask(text, category), project: 'sample-trouble', mode: 'subtask' as const }
      const { funnel, kept } = await loupe.api.retrieve(request)
      expect([text, funnel.byCategory, kept]).toEqual([text, inService, inService[category]])
    }
  await loupe.close()
})

it.each(['find out which identity the job uses', 'find out why the mail is not sent'])(
  'who asks to "%s" is told no secret; a lesson that a person cleared is served, with dots',
  async (text) => {
    const loupe = await openSampleLoupe()
    const request = { ...ask(text, 'ANALYZE'), project: 'sample-trouble', mode: 'subtask' as const }
    const { id: projectId } = await loupe.api.project({ name: 'sample-trouble' })
    const queue = { projectId, task: 'finding', queue: 'secret' }
    const { items } = await loupe.api.reviewQueue(queue)
    const cards = items.map(({ card }) => card)
    const held = new Set(
      cards.flatMap((card) => (card.kind === 'entries' ? card.entries : [])).map(({ id }) => id),
    )
    expect(held.size).toBeGreaterThan(0)

    const before = await loupe.api.retrieve(request)
    expect(findSecretLike(JSON.stringify(before))).toEqual([])
    expect(before.hits.filter(({ entryId }) => held.has(entryId))).toEqual([])

    const subjects = items.map(({ id }) => id)
    await loupe.api.settleReview({ ...queue, subjects, verdict: 'dismiss', by: 'Mara', reason: 'made up' })
    const after = await loupe.api.retrieve(request)
    expect(held.has(after.hits[0]?.entryId ?? '')).toBe(true)
    expect(findSecretLike(JSON.stringify(after))).toEqual([])
    expect(holdsMask(JSON.stringify(after.hits[0]))).toBe(true)
    await loupe.close()
  },
)
