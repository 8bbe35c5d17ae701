import { expect, it } from 'vitest'
import { API } from '@/lib/api/all.ts'
import type { OperationName } from '@/lib/memory/operation.ts'
import { describeFault } from './guard.ts'

/** What a command answers to an input that its schema refuses; null where it takes it. */
function refusal(name: OperationName, input: unknown) {
  const { error } = API[name].input.safeParse(input)
  return error ? describeFault(error) : null
}

/** Commands that take nothing, or may be given nothing. */
const TAKE_NOTHING = [
  'chips',
  'comparisonPlans',
  'embedders',
  'experiments',
  'findRescan',
  'foundNotes',
  'foundRuns',
  'health',
  'keepServed',
  'keys',
  'ladders',
  'listJobs',
  'loadSample',
  'memoryImport',
  'offerSample',
  'people',
  'prompts',
  'removeSample',
  'rescanSecrets',
  'servedLog',
  'settings',
  'watchedFolders',
]

it.each(Object.keys(API) as OperationName[])('%s says in one sentence what is missing, and where', (name) => {
  const refused = refusal(name, {})
  if (TAKE_NOTHING.includes(name)) return expect(refused).toBeNull()
  const { status, error } = refused ?? { status: 0, error: { message: '', place: null, hint: '' } }
  expect([status, error.place]).toEqual([400, expect.any(String)])
  expect(error.message).toBe(`${error.place} is ${error.message.slice(`${error.place} is `.length)}`)
  expect(error.message).toMatch(/\.$/)
  expect(error.message).not.toMatch(/Invalid|undefined|NaN/)
  expect(error.hint).not.toBe('')
})

const CARRY = { verb: 'copy', filter: { projectId: 'p' }, expectedCount: 1, reason: 'r' }
const BULK = { rule: { verb: 'retire' }, filter: { projectId: 'p' }, expectedCount: 1, reason: 'r' }

it.each<[OperationName, object, string, string | null]>([
  [
    'purge',
    { entryIds: ['m'], phrase: 'p', reason: 'r', deletebackups: true },
    'There is no field deletebackups.',
    null,
  ],
  ['bulk', { ...BULK, filter: { projectId: 'p', categry: 'EDIT' } }, 'There is no field categry.', 'filter'],
  [
    'bulk',
    { ...BULK, filter: { projectId: 'p', facets: { categry: ['EDIT'] } } },
    'There is no field categry.',
    'filter.facets',
  ],
  [
    'bulk',
    { ...BULK, filter: { projectId: 'p', created: { until: '2026-01-31' } } },
    'There is no field until.',
    'filter.created',
  ],
  ['bulk', { ...BULK, rule: { verb: 'retire', category: 'EDIT' } }, 'There is no field category.', 'rule'],
  ['bulk', { ...BULK, reason: ' ' }, 'reason is empty.', 'reason'],
  ['carry', CARRY, 'to is missing or not of type object.', 'to'],
  ['carry', { ...CARRY, to: {} }, 'to.project is missing or not of type string.', 'to.project'],
  ['carry', { ...CARRY, to: { project: 'a', scope: 'user' } }, 'There is no field scope.', 'to'],
  ['carry', { ...CARRY, to: { scope: 'all' } }, 'to.scope is none of user.', 'to.scope'],
  [
    'rollback',
    { projectId: 'p', source: { jobId: 'a', episodeId: 'b' } },
    'There is no field jobId.',
    'source',
  ],
  ['edit', { entryId: 'm', revision: -1 }, 'revision is less than 0.', 'revision'],
  ['edit', { entryId: 'm'.repeat(61), revision: 1 }, 'entryId is longer or larger than 60.', 'entryId'],
  [
    'change',
    { rule: { verb: 'recategorise', category: 'EDT' }, entryIds: ['m'] },
    'rule.category is none of ANALYZE, REPRODUCE, EDIT, VERIFY.',
    'rule.category',
  ],
  ['retire', { entryIds: [], reason: 'r' }, 'entryIds is empty.', 'entryIds'],
  [
    'planComparison',
    {
      arm: 'a',
      base: 'b',
      backbone: null,
      scaffold: null,
      version: null,
      instances: 2,
      runs: 1,
      alpha: 0,
      stopRule: 's',
    },
    'alpha is not more than 0.',
    'alpha',
  ],
])('%s refuses %j: %s', (name, input, message, place) => {
  expect(refusal(name, input)?.error).toMatchObject({ message, place })
})
