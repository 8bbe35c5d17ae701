import { expect, it } from 'vitest'
import { type NamedSource, sourceFilter, sourceOf } from './prepare-source.ts'

const asked = (expression: string, facets = {}, more = {}) =>
  sourceOf({ projectId: 'p_1', text: '', facets, expression, ...more })

it('a filter that names one run, one import, one file or one extractor is a source', () => {
  expect(asked('episode:ep_1')).toEqual({ episodeId: 'ep_1' })
  expect(asked('job:j_1')).toEqual({ jobId: 'j_1' })
  expect(asked('file:"run 7.json"')).toEqual({ fileName: 'run 7.json' })
  expect(asked('by:rules-v1')).toEqual({ extractor: 'rules-v1' })
  expect(asked('', { extractor: ['rules-v1'], category: [] })).toEqual({ extractor: 'rules-v1' })
})

it.each([
  ['', {}],
  ['episode:ep_1,ep_2', {}],
  ['file:run*', {}],
  ['-episode:ep_1', {}],
  ['episode:ep_1 category:EDIT', {}],
  ['episode:ep_1 OR episode:ep_2', {}],
  ['episode:ep_1', { category: ['EDIT'] }],
  ['', { extractor: ['rules-v1', 'person'] }],
  ['', { extractor: ['rules-v1'], flag: ['vague'] }],
  ['repo:ledger', {}],
])('anything narrower or wider is none: %s %j', (expression, facets) => {
  expect(asked(expression, facets)).toBeNull()
})

it('a source of a part of the map or of a time is none', () => {
  expect(asked('episode:ep_1', {}, { area: '0,0' })).toBeNull()
  expect(asked('episode:ep_1', {}, { created: { from: '2026-01-01' } })).toBeNull()
})

it.each<NamedSource>([
  { episodeId: 'ep_1' },
  { jobId: 'j_1' },
  { fileName: 'runs/run 7, again (2).json' },
  { extractor: 'rules-v1' },
])('%j has a filter that names it', (source) => {
  expect(asked(sourceFilter(source))).toEqual(source)
})
