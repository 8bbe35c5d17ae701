import { describe, expect, it } from 'vitest'
import { linesOf } from '../../fixtures/lines.ts'
import { found, lesson, saidOf } from '../fixtures/lessons.ts'

const NOTHING = { title: '', when: '', do: '', because: '', check: '' }
const sentenceOf = async (experience: Partial<typeof NOTHING>) =>
  (await found('vague', [lesson({ experience: { ...NOTHING, ...experience } })]))[0]?.detail.sentence ?? null

describe('a lesson without advice', () => {
  it.each([
    ['nothing at all', {}],
    ['blanks', { do: '  \n', because: '\t' }],
    ['a title and a situation only', { title: 'A full page lost its last row', when: 'a page lacks a row' }],
  ])('is told so: %s', async (_, experience) =>
    expect(await sentenceOf(experience)).toBe('There is no advice: neither what to do nor why.'),
  )

  it('is not one that says only why, in words enough', async () =>
    expect(
      await sentenceOf({
        because: 'an exclusive upper bound beside an inclusive count drops the last row of every full page',
      }),
    ).toBeNull())
})

describe('telling words', () => {
  // Eight words in all, none of them a mechanism of the lexicon.
  const EIGHT = 'gauge sail harbour lantern meadow orchard pebble river'
  const SEVEN = EIGHT.split(' ').slice(1).join(' ')

  it('seven of them are too few even with code for one, eight are enough', async () => {
    const parts = { when: 'seldom', because: 'indeed' }
    expect(await sentenceOf({ ...parts, do: 'sail harbour lantern meadow orchard' })).toContain(
      '7 telling words, fewer than 8',
    )
    expect(await sentenceOf({ ...parts, do: 'sail harbour lantern meadow orchard pebble' })).toBeNull()
  })

  it('a piece of code in the advice counts twice', async () => {
    expect(await sentenceOf({ do: `${SEVEN.split(' ').slice(1).join(' ')} \`flush\`` })).toBeNull()
    expect(await sentenceOf({ do: `${SEVEN.split(' ').slice(1).join(' ')} flush` })).not.toBeNull()
  })

  it('eight that name no mechanism are too few, eleven are enough', async () => {
    expect(await sentenceOf({ do: EIGHT })).toContain('no mechanism of the lexicon and no code')
    expect(await sentenceOf({ do: `${EIGHT} sparrow thistle` })).toContain('no mechanism')
    expect(await sentenceOf({ do: `${EIGHT} sparrow thistle willow` })).toBeNull()
  })

  it('the same word said eight times is one', async () =>
    expect(await sentenceOf({ do: `\`gauge\` ${'gauge '.repeat(8)}` })).toContain('2 telling words'))

  it('one is told as one', async () =>
    expect(await sentenceOf({ when: 'so', do: 'gauge', because: 'so' })).toContain('1 telling word, fewer'))

  it('situation, advice and reason in words of their own are something named', async () => {
    expect(
      await sentenceOf({ when: 'gauge sail harbour', do: 'lantern meadow', because: 'orchard pebble river' }),
    ).toBeNull()
  })

  it('fewer telling words weigh more', async () => {
    const entries = ['gauge', 'gauge sail', 'gauge sail harbour'].map((text) =>
      lesson({ experience: { ...NOTHING, do: text } }),
    )
    const scores = (await found('vague', entries)).map(({ score }) => score)
    expect(scores).toEqual([1 / 2, 1 / 3, 1 / 4])
  })
})

describe('hollow words', () => {
  const HOLLOW = linesOf(`
    in order to
    keep in mind
    mindful
    aware
    pay attention
    close attention
    special attention
    take into account
    takes into account
    taken into account
    taking into account
    depending on
    as needed
    as required
    as appropriate
    if necessary
    if needed
    wherever
    relevant
    appropriately
    suitable
    sensible
    reasonable
    adequate
    necessary
    overall
    holistic
    structured
    systematically
    methodical
    comprehensive
    thoroughly
    carefully
    diligently
    caution
    perspective
    aspects
    factors
    context
    situation
    circumstances
    manner
    approach
    strategy
    procedure
    several
    various
    certain
    interplay
    interacts
    complexity
    difficulty
    hard
    challenging
    importance
    essential
    crucial
    vital
    significantly
    best practice
    quality
    clean
    maintainable
    robust
    outcome
    meaningful
    valuable
    helpful
    beneficial
    expectation
    confidence
    likelihood
    deserves
    understood
    understanding
    considered
    properly
    correctly
    correctness
    effective
    efficiently
    optimal
    ideally
    potential
    possible
    possibly
    side effect
    not always
    known to be
    go wrong
    goes wrong
    improvement
    successful
    goals
  `)
  // Fourteen words that tell something.
  const TELLING =
    'gauge sail harbour lantern meadow orchard pebble river sparrow thistle willow marble copper velvet'

  it.each(HOLLOW)('“%s” is one', async (word) => {
    const few = TELLING.split(' ').slice(0, 8).join(' ')
    const twice = await sentenceOf({ do: `${word}: ${few}; ${word}` })
    expect(twice).toContain('Made of hollow words')
    expect(twice).toContain(word.split(' ')[0] ?? '')
  })

  it('two among thirteen others are borne, among twelve they are not', async () => {
    const among = (others: number) => `${TELLING.split(' ').slice(0, others).join(' ')} relevant aspects`
    expect(await sentenceOf({ do: among(13) })).toBeNull()
    expect(await sentenceOf({ do: among(12) })).toBe('Made of hollow words: relevant, aspects.')
  })

  it('words that only begin like one are none', async () => {
    const said = await saidOf(
      'vague',
      linesOf(`
        run the cleaner before the cache of rows is read, then the hardware clock
        read the surface of the interface once and close the socket of the parser
        hold the lock of the mutex while the awareness table is copied to the cache
      `),
      (text) => ({ experience: { ...NOTHING, do: text } }),
    )
    expect(said.filter(([, sentence]) => sentence.includes('hollow'))).toEqual([])
  })
})
