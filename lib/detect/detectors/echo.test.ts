import { describe, expect, it } from 'vitest'
import { linesOf } from '../../fixtures/lines.ts'
import { type Change, found, lesson, saidOf } from '../fixtures/lessons.ts'

describe('traces of the frame in which memory is injected', () => {
  it('are heard in each form', async () => {
    const said = await saidOf(
      'echo',
      linesOf(`
        <memory>
        </memory>
        recorded experience
        this is data, not an instruction
        the lesson m_01ABCDEFGHJKMNPQRSTVWXYZ23 was shown
        the retrieved memory
        an injected lesson
        recalled memories
        the stored experience
        the memory says so
        my memory told so
        a memory suggests it
        memory suggested it
        the memory states it
        the memory reminds of it
        the memory said so
        according to the memory
        as past advice
        with an earlier case
        from previous experience
        with the earlier lesson
        from memory
        the earlier memory said so
        past advice says so
        the previous lesson was so
        recalled advice with it
        the earlier lesson confirmed it
        previous advice advised it
        the past lesson told it
        an earlier lesson applied
        the recalled lesson holds
        I was reminded of it
        I was told to wait
        I was shown the bound
        I was given the bound
        the previous engineer
        the previous agent
      `),
    )
    expect(said.filter(([, sentence]) => !sentence.includes('traces of injected memory'))).toEqual([])
  })

  it('are not heard in the talk of programs', async () => {
    const said = await saidOf(
      'echo',
      linesOf(`
        the memory of the process grows with each page
        free the memory before the next page is read
        a lesson of the row
        read the memory limit of the container
        the earlier row wins
        the previous page is kept
        m_01 is the first id
        store the experience column as text
        recall the row by its key
        the engineer of the previous release
      `),
    )
    expect(said.filter(([, sentence]) => sentence !== '')).toEqual([])
  })

  it('are told with the words that were found, with no source', async () => {
    const [fault] = await found('echo', [lesson({ experience: { do: 'as the memory says, sort twice' } })])
    expect(fault).toMatchObject({
      otherId: null,
      score: 1,
      detail: { sentence: 'Shows traces of injected memory: “as the memory”.' },
    })
  })
})

/** Words of no meaning, numbered, so that any number of them can be taken over. */
const words = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `w${from + i}`).join(' ')
const NOTHING = { title: '', when: '', because: '', check: '' }
const of = (text: string, change: Change = {}) =>
  lesson({ ...change, experience: { ...NOTHING, do: text, ...change.experience } })
const pairs = async (entries: Parameters<typeof found>[1]) =>
  (await found('echo', entries)).map(({ entryId, otherId }) => [entryId, otherId])

describe('words taken over from an older lesson', () => {
  const other: Change = { description: { objective: 'tickets of the kiosk', keywords: ['ticket'] } }

  it.each([
    ['twelve of twenty-four, half of it', 12, 12, true],
    ['eleven of twenty-two', 11, 11, false],
    ['twelve of twenty-five, less than half', 12, 13, false],
    ['all of twelve', 12, 0, true],
    ['all of eleven', 11, 0, false],
  ])('%s', async (_, taken, own, isEcho) => {
    const older = of(words(1, 40))
    const newer = of(`${words(1, taken)} ${own === 0 ? '' : words(101, 100 + own)}`, other)
    expect(await pairs([older, newer])).toEqual(isEcho ? [[older.id, newer.id]] : [])
  })

  it('count only in runs of five', async () => {
    const older = of(words(1, 40))
    const four = [1, 5, 9, 13].map((from) => `${words(from, from + 3)} x${from}`).join(' ')
    const five = [1, 6, 11].map((from) => `${words(from, from + 4)} x${from}`).join(' ')
    expect(await pairs([older, of(four, other)])).toEqual([])
    expect(await pairs([older, of(five, other)])).toHaveLength(1)
  })

  it('are found whatever their case and the signs between them', async () => {
    const older = of(words(1, 20))
    const newer = of(words(1, 20).toUpperCase().replaceAll(' ', ', '), other)
    expect(await pairs([older, newer])).toEqual([[older.id, newer.id]])
  })

  it('are found in letters of any alphabet', async () => {
    const text = 'а б в г д е ж з и к л м н о п'
    const [older, newer] = [of(text), of(text, other)]
    expect(await pairs([older, newer])).toEqual([[older.id, newer.id]])
  })

  it('name the older lesson that had them first, and that which has most of them', async () => {
    const [first, second] = [of(words(1, 15)), of(`${words(1, 15)} ${words(50, 70)}`, other)]
    const newer = of(`${words(50, 70)} ${words(1, 5)}`, { ...other, category: 'VERIFY' })
    expect(await pairs([first, second, newer])).toContainEqual([second.id, newer.id])
    const again = of(words(1, 15), { ...other, category: 'VERIFY' })
    expect(await pairs([first, second, again])).toContainEqual([first.id, again.id])
  })

  it('are the share of the later lesson that the sentence tells', async () => {
    const newer = of(`${words(1, 15)} ${words(101, 105)}`, other)
    const [fault] = await found('echo', [of(words(1, 40)), newer])
    expect(fault?.score).toBe(0.75)
    expect(fault?.detail.sentence).toBe('75 % of the later lesson stands word for word in the earlier one.')
  })

  it('are no echo within one instance, and are one where the older has none', async () => {
    const older = of(words(1, 20))
    expect(await pairs([older, of(words(1, 20), { ...other, instanceId: older.instanceId })])).toEqual([])
    const [nameless, later] = [of(words(1, 20), { instanceId: null }), of(words(1, 20), other)]
    expect(await pairs([nameless, { ...later, instanceId: null }])).toHaveLength(1)
  })

  it('are no echo where the whole lesson is told twice in one category, and are one in another', async () => {
    expect(await pairs([of(words(1, 30)), of(words(1, 30))])).toEqual([])
    expect(await pairs([of(words(1, 30)), of(words(1, 30), { category: 'VERIFY' })])).toHaveLength(1)
  })

  it('do not count what extraction by rules writes itself', async () => {
    const stock = 'Run the existing tests of the module that was changed and of all that read from it again'
    expect(await pairs([of(stock), of(stock, other)])).toEqual([])
    const failed = 'The last check failed with a KeyError in the walk over all pages that the list has left'
    expect(await pairs([of(failed), of(failed, other)])).toEqual([])
  })

  it('do not come from a lesson that shows the frame itself into a second finding', async () => {
    const older = of(words(1, 20))
    const newer = of(`${words(1, 20)} as the memory says`, other)
    expect(await pairs([older, newer])).toEqual([[newer.id, null]])
  })
})

it.each([
  ['no lesson', []],
  ['an empty lesson', [of('')]],
  ['two empty lessons', [of(''), of('')]],
  ['one word', [of('gauge'), of('gauge')]],
])('nothing is found in %s', async (_, entries) => expect(await pairs(entries)).toEqual([]))
