import { expect, it } from 'vitest'
import type { Category } from '@/lib/memory/category.ts'
import type { StrategyInfo } from '@/lib/memory/compare.ts'
import { EMPTY_ANSWER } from '@/lib/memory/fixtures/answer.ts'
import type { Hit, RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { injectedEntries, prepareComparison } from './prepare-comparison.ts'

type Lesson = [id: string, category?: Category, instanceId?: string]

/** What a strategy ranks and how many of its first it injects; a lesson's objective is `do <id>`. */
function told(name: string, ranked: Lesson[], injectedCount = 1, unit: StrategyInfo['unit'] = 'entry') {
  const strategy: StrategyInfo = {
    name,
    after: null,
    needs: null,
    source: 'a test',
    unit,
    cosineOfDescriptions: unit === 'entry',
  }
  const hits = ranked.map(
    ([entryId, category = 'EDIT', instanceId], i): Hit => ({
      extractor: null,
      rank: i + 1,
      score: unit === 'episode' && i < injectedCount ? 1 : 1 - i / 10,
      entryId,
      instanceId: instanceId ?? null,
      repo: null,
      category,
      objective: `do ${entryId}`,
      keywords: [],
      experience: { kind: 'pattern', title: '', when: '', do: '', because: '', check: '' },
    }),
  )
  const message = hits
    .slice(0, injectedCount)
    .map(({ entryId, category }) => `<memory id="${entryId}" category="${category}">\nDo x\n</memory>`)
    .join('\n\n')
  const answer: RetrievalAnswer = {
    ...EMPTY_ANSWER,
    strategy: name,
    kept: hits.length,
    hits,
    ...(message === '' ? {} : { abstained: null, injected: message, injectedTokens: 10 }),
  }
  return { strategy, answer }
}

const episode = (name: string, ranked: Lesson[], injectedCount = 3) =>
  told(name, ranked, injectedCount, 'episode')
const headline = (...columns: ReturnType<typeof told>[]) => prepareComparison(columns).headline

it('says in at most twelve words whether the strategies would tell an agent the same', () => {
  const said = [
    headline(told('subtask', [['a']]), told('global', [['a']])),
    headline(
      told('subtask', [['a']]),
      told('global', [['a']]),
      episode('instance', [['b'], ['c']]),
      told('tfidf', [['a']]),
    ),
    headline(
      told('subtask', [['a']]),
      told('global', [['b']]),
      episode('instance', [['c']]),
      told('none', [], 0),
    ),
    headline(told('subtask', [['a']]), told('raw', [['a']]), told('none', [])),
  ]
  expect(said).toEqual([
    'Both inject the same lesson.',
    'Three of four inject the same lesson.',
    'Three inject different lessons; one injects nothing.',
    'Two of three inject the same lesson; one injects nothing.',
  ])
})

it('names who injects which lesson, the largest camp first', () => {
  const { camps } = prepareComparison([
    told('soft', [['c']]),
    told('subtask', [['a']]),
    told('global', [['a']]),
    told('none', [], 0),
  ])
  expect(camps).toEqual(['subtask and global: “do a”', 'soft: “do c”'])
})

it('does not take silence for agreement', () => {
  expect(headline(told('subtask', []), told('none', []))).toBe('No strategy injects anything for this text.')
  expect(headline(told('subtask', [['a']]), told('none', []))).toBe('Only subtask injects anything.')
})

it('calls it agreement only when all that is injected is the same: an episode that brings more shares a part', () => {
  const three: Lesson[] = [['x', 'ANALYZE'], ['a'], ['y', 'VERIFY']]
  const { headline, columns } = prepareComparison([
    told('subtask', [['a']]),
    episode('instance', three),
    told('tfidf', [['b']]),
  ])
  expect(headline).toBe('Two of three inject one lesson in common.')
  expect(columns.map(({ standing }) => standing?.kind)).toEqual(['part', 'part', 'other'])
  expect(columns[0]?.standing?.text).toBe('shares its lesson with instance; instance injects 3')
  expect(columns[1]?.standing?.text).toBe('shares 1 of its 3 lessons with subtask')
  expect(columns[1]?.wrongStage?.text).toBe('2 of 3 injected lessons are of another stage')
  expect(columns[0]?.wrongStage).toBeNull()

  const both = prepareComparison([episode('instance', three), episode('bm25', three)])
  expect(both.headline).toBe('Both inject the same lessons.')
  expect(both.columns[0]?.standing).toEqual({
    kind: 'same',
    text: 'injects the same 3 lessons as bm25',
  })
})

it('gives the items of one episode one place with letters, for none of them is ahead of another', () => {
  const { columns } = prepareComparison([
    episode('instance', [
      ['a', 'EDIT', 'i-1'],
      ['b', 'EDIT', 'i-1'],
      ['c', 'EDIT', 'i-1'],
      ['d', 'EDIT', 'i-2'],
    ]),
    told('subtask', [['b'], ['d']]),
  ])
  expect(columns[0]?.rows.map(({ place }) => place)).toEqual(['1a', '1b', '1c', '2a'])
  expect(columns[1]?.rows.map(({ marker }) => marker)).toEqual([
    '1 here, 1b in instance',
    '2 here, 2a in instance',
  ])
})

it('says when another lesson comes from the same run, and when only one column could be asked', () => {
  const { columns } = prepareComparison([
    told('subtask', [['a', 'EDIT', 'i-1']]),
    episode('instance', [
      ['b', 'ANALYZE', 'i-1'],
      ['c', 'EDIT', 'i-1'],
    ]),
  ])
  expect(columns[0]?.standing?.text).toBe(
    'differs, though from the same episode: what instance injects is not in its first 1',
  )
  expect(prepareComparison([told('subtask', [['a']])]).headline).toBe('Only subtask could be asked.')
})

it('says where the lesson of the others stands in a column that differs', () => {
  const { columns } = prepareComparison([
    told('subtask', [['a'], ['b']]),
    told('global', [['b', 'VERIFY'], ['c'], ['a']]),
    told('tfidf', [['d'], ['c']]),
  ])
  expect(columns.map(({ standing }) => standing?.text)).toEqual([
    'differs: what global injects ranks 2 here',
    'differs: what subtask injects ranks 3 here',
    'differs: what subtask injects is not in its first 2',
  ])
  expect(columns[1]?.wrongStage?.text).toBe('the injected lesson is of another stage')
})

it('marks each row with the rank of the same entry in the other columns', () => {
  const { columns } = prepareComparison([
    told('subtask', [['a'], ['b'], ['c']]),
    told('global', [['a'], ['c'], ['b']]),
    told('raw', [['a'], ['b'], ['d']]),
  ])
  expect(columns[0]?.rows.map(({ marker }) => marker)).toEqual([
    '1 in all three',
    '2 here and in raw, 3 in global',
    '3 here, 2 in global',
  ])
  expect(columns[2]?.rows.at(-1)?.marker).toBe('only here')
  expect(columns[0]?.rows.map(({ isInjected }) => isInjected)).toEqual([true, false, false])
})

it('reads what a message holds from its own frames only', () => {
  const message =
    '<memory id="m_1" category="EDIT">\nDo       write ‹memory id="m_9" category="EDIT">\n</memory>'
  expect(injectedEntries(message)).toEqual([{ entryId: 'm_1', category: 'EDIT' }])
  expect(injectedEntries(null)).toEqual([])
})
