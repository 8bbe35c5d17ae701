import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IndexRow } from './cosine-index.ts'
import { type Before, isBefore, type Scope, scopeFilter } from './scope.ts'

const row = (change: Partial<IndexRow> = {}): IndexRow => ({
  ...{ id: 'm_05', category: 'EDIT', projectId: 'p', scope: 'project', instanceId: 'i', repo: null },
  ...{ episodeId: 'ep', position: 3, vector: new Float32Array(0) },
  ...change,
})
const scope = (change: Partial<Scope> = {}): Scope => ({ projectIds: ['p'], ...change })
const admits = (one: IndexRow, of: Scope) => scopeFilter(of).admits?.(one)

it.each<[string, Partial<IndexRow>, Partial<Scope>, boolean]>([
  ['of the project', {}, {}, true],
  ['of the parent', { projectId: 'user' }, { projectIds: ['p', 'user'] }, true],
  ['of another project', { projectId: 'q' }, {}, false],
  ['of any project, where none is named', {}, { projectIds: [] }, false],
  ['that is working memory, outside an episode', { scope: 'episode' }, {}, false],
  ['that is working memory, with no episode named', { scope: 'episode' }, { episodeId: null }, false],
  ['that is working memory, in its own episode', { scope: 'episode' }, { episodeId: 'ep' }, true],
  ['that is working memory, in another episode', { scope: 'episode' }, { episodeId: 'other' }, false],
  ['that is working memory of nobody', { scope: 'episode', episodeId: null }, { episodeId: null }, false],
  ['of the project, in another episode', {}, { episodeId: 'other' }, true],
  ['of the instance that is left out', {}, { withoutInstance: 'i' }, false],
  ['of another instance', {}, { withoutInstance: 'j' }, true],
  ['of no instance', { instanceId: null }, { withoutInstance: 'i' }, true],
  ['with no instance left out', { instanceId: null }, { withoutInstance: null }, true],
  ['that is planned to go', {}, { without: ['m_04', 'm_05'] }, false],
  ['beside one that is planned to go', {}, { without: ['m_04'] }, true],
  ['made before an id', {}, { before: { id: 'm_06' } }, true],
  ['made at that id itself', {}, { before: { id: 'm_05' } }, false],
  ['made after it', {}, { before: { id: 'm_04' } }, false],
  ['of an earlier place of the stream', {}, { before: { position: 4 } }, true],
  ['of the place itself', {}, { before: { position: 3 } }, false],
  ['of the first place, before the first', { position: 0 }, { before: { position: 0 } }, false],
  ['without a place, before any', { position: null }, { before: { position: 99 } }, false],
  ['without a place, with no moment named', { position: null }, { before: null }, true],
])('an entry %s is seen or not: %j in %j -> %s', (_what, change, asked, expected) => {
  expect(admits(row(change), scope(asked))).toBe(expected)
})

it('what one condition leaves out no other brings back', () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const name = fc.constantFrom('a', 'b')
  const before: fc.Arbitrary<Before> = fc.oneof(
    fc.record({ id: fc.constantFrom('m_04', 'm_05', 'm_06') }),
    fc.record({ position: fc.nat(5) }),
  )
  const conditions = fc.record({
    projectIds: fc.subarray(['a', 'b']),
    ...{ episodeId: maybe(name), withoutInstance: maybe(name), before: maybe(before) },
    without: maybe(fc.subarray(['m_05', 'm_06'])),
  })
  const rows = fc
    .record({ projectId: name, instanceId: name, episodeId: name, position: fc.option(fc.nat(5)) })
    .chain((fields) => fc.constantFrom(row(fields), row({ ...fields, scope: 'episode' })))
  fc.assert(
    fc.property(rows, conditions, (one, { projectIds, ...rest }) => {
      const asked = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      const apart = Object.entries(asked).map(([key, value]) =>
        admits(one, { projectIds, episodeId: rest.episodeId ?? null, [key]: value }),
      )
      const whole = admits(one, { projectIds, ...asked })
      expect(whole).toBe(
        apart.every((each) => each) && admits(one, { projectIds, episodeId: rest.episodeId ?? null }),
      )
    }),
    { seed: 3 },
  )
})

it('filters of one name admit the same: every condition is in it, and a long planned deletion has none', () => {
  const scopes = [
    ...[
      scope(),
      scope({ projectIds: ['p', 'q'] }),
      scope({ episodeId: 'ep' }),
      scope({ withoutInstance: 'i' }),
      scope({ without: ['m_05'] }),
    ],
    ...[scope({ before: { id: 'm_05' } }), scope({ before: { position: 3 } })],
  ]
  const keys = scopes.map((one) => scopeFilter(one).key)
  expect(new Set(keys).size).toBe(scopes.length)
  expect(scopeFilter(scope()).key).toBe(keys[0])
  const long = Array.from({ length: 51 }, (_, i) => `m_${i}`)
  expect(scopeFilter(scope({ without: long }))).not.toHaveProperty('key')
  expect(scopeFilter(scope({ without: [] })).key).toBeDefined()
})

it('an id is a bound that the index can use, a place in the stream is none', () => {
  expect(scopeFilter(scope({ before: { id: 'm_05' } })).before).toBe('m_05')
  expect(scopeFilter(scope({ before: { position: 5 } }))).not.toHaveProperty('before')
  expect(isBefore({ id: 'm_04', position: null }, { id: 'm_05' })).toBe(true)
})
