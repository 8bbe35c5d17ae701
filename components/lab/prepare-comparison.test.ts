import { expect, it } from 'vitest'
import type { Category } from '@/lib/memory/category.ts'
import { EMPTY_ANSWER } from '@/lib/memory/fixtures/answer.ts'
import type { Hit, RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import type { StrategyInfo } from './prepare-agreement.ts'
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

it('says in one sentence whether the strategies would tell an agent the same', () => {
  expect(headline(told('subtask', [['a']]), told('global', [['a']]))).toBe('Both agree: “do a”.')
  expect(
    headline(
      told('subtask', [['a']]),
      told('global', [['a']]),
      episode('instance', [['b'], ['c']]),
      told('tfidf', [['a']]),
    ),
  ).toBe('Three of four agree: “do a”; instance injects “do b” instead.')
  expect(
    headline(
      told('subtask', [['a']]),
      told('global', [['a']]),
      episode('instance', [['b']]),
      episode('tfidf', [['b']]),
    ),
  ).toBe('They are split: subtask and global find “do a”, instance and tfidf inject “do b”.')
  expect(
    headline(
      told('subtask', [['a']]),
      told('global', [['a']]),
      told('soft', [['c']]),
      episode('tfidf', [['b']]),
    ),
  ).toBe('Two of four agree: “do a”; soft and tfidf inject something else each.')
})

it('quotes the first and one of another kind when all disagree, and names the rest', () => {
  expect(
    headline(
      told('subtask', [['a']]),
      told('global', [['b']]),
      episode('instance', [['c']]),
      told('none', [], 0),
    ),
  ).toBe(
    'They disagree: subtask finds “do a”, instance injects “do c”; global injects something else again; none injects nothing.',
  )
})

it('does not take silence for agreement', () => {
  expect(headline(told('subtask', []), told('none', []))).toBe(
    'None of the two injects anything for this text.',
  )
  expect(headline(told('subtask', [['a']]), told('none', []))).toBe('Only subtask injects anything: “do a”.')
  expect(headline(told('subtask', [['a']]), told('raw', [['a']]), told('none', []))).toBe(
    'Two of three agree: “do a”; none injects nothing.',
  )
})

it('calls it agreement only when all that is injected is the same: an episode that brings more shares a part', () => {
  const three: Lesson[] = [['x', 'ANALYZE'], ['a'], ['y', 'VERIFY']]
  const { headline, columns } = prepareComparison([
    told('subtask', [['a']]),
    episode('instance', three),
    told('tfidf', [['b']]),
  ])
  expect(headline).toBe('Two of three inject “do a” (instance with 2 more); tfidf finds “do b” instead.')
  expect(columns.map(({ standing }) => standing?.kind)).toEqual(['part', 'part', 'other'])
  expect(columns[0]?.standing?.text).toBe('shares its lesson with instance; instance injects 3')
  expect(columns[1]?.standing?.text).toBe('shares 1 of its 3 lessons with subtask')
  expect(columns[1]?.wrongStage?.text).toBe('2 of 3 injected lessons are of another stage')
  expect(columns[0]?.wrongStage).toBeNull()

  const both = prepareComparison([episode('instance', three), episode('bm25', three)])
  expect(both.headline).toBe('Both agree on 3 lessons, the first: “do x”.')
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
    'differs, though from the same run: what instance injects is not in its first 1',
  )
  expect(prepareComparison([told('subtask', [['a']])]).headline).toBe('Only subtask could be asked: “do a”.')
})

it('says where the lesson of the others stands in a column that differs', () => {
  const { columns } = prepareComparison([
    told('subtask', [['a'], ['b']]),
    told('global', [['b', 'VERIFY'], ['c'], ['a']]),
    told('tfidf', [['d'], ['c']]),
  ])
  expect(columns.map(({ standing }) => standing?.text)).toEqual([
    'differs: what global finds ranks 2 here',
    'differs: what subtask finds ranks 3 here',
    'differs: what subtask finds is not in its first 2',
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
