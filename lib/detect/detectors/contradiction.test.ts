import { describe, expect, it } from 'vitest'
import { found, lesson } from '../fixtures/lessons.ts'
import { OPPOSITES } from './contradiction.ts'

/** What the detector says of two lessons about one matter; null when it finds them at peace. */
async function against(one: string, other: string, more: Parameters<typeof lesson>[0] = {}) {
  const quiet = { when: '', because: '', check: '', title: '' }
  const entries = [one, other].map((text) =>
    lesson({ ...more, experience: { ...quiet, do: text, ...more.experience } }),
  )
  return (await found('contradiction', entries))[0]?.detail.sentence ?? null
}

describe('one word against its opposite', () => {
  it.each(OPPOSITES)('“%s” stands against “%s”, whichever is the older', async (one, other) => {
    const say = (word: string) => `hold the page bound ${word} while the cursor reads rows`
    expect(await against(say(one), say(other))).toContain(`“${one}” against “${other}”`)
    expect(await against(say(other), say(one))).toContain(`“${one}” against “${other}”`)
    expect(await against(say(one), say(one))).toBeNull()
    expect(await against(`${say(one)}, not ${other}`, say(one))).toBeNull()
  })
})

it('“add” one thing is not against “remove” another', async () => {
  const add = 'run the tests of the reader, then add a row for the empty page'
  expect(
    await against(add, 'run the tests of the reader, then remove the folder of scratch files'),
  ).toBeNull()
  expect(await against(add, 'run the tests of the reader, then remove the row for the empty page')).toContain(
    '“add”',
  )
})

describe('one denies what the other advises', () => {
  it.each([
    'do not cache page rows',
    'never cache page rows',
    'avoid caching? no: cache no page rows',
    'read on without a cache of page rows',
    "don't cache page rows",
    "it doesn't cache page rows",
    "one shouldn't cache page rows",
    "one mustn't cache page rows",
    'one cannot cache page rows',
    'stop and cache nothing; refrain from a cache of page rows',
    'sort them instead of a cache of page rows',
    'sort them rather than cache page rows',
  ])('%s', async (text) =>
    expect(await against('cache page rows of the reader', text)).toContain('the other advises it'),
  )

  it('in one word it is chance, in two it is against it', async () => {
    expect(await against('cache page rows of the reader', 'sort page rows, do not cache')).toBeNull()
    expect(await against('cache page rows of the reader', 'sort page rows, do not cache readers')).toContain(
      'one denies',
    )
  })

  it('ends with its clause', async () =>
    expect(
      await against('cache page rows of the reader', 'do not wait; cache page rows of the reader'),
    ).toBeNull())
})

describe('what is asked, built, set aside or only a condition is no advice', () => {
  const advice = 'cache page rows of the reader'
  it.each([
    'check whether the reader does not cache page rows',
    'reproduce the case in which the reader does not cache page rows',
    'repair the cases where page rows are not in the cache of the reader',
    'look for this fault: the reader does not cache page rows',
    'sort the page rows of the reader (do not cache page rows)',
    'if page rows are not in the cache, read the page rows of the reader',
    'when page rows are never in the cache, read page rows of the reader',
    'unless there are no page rows in the cache, read page rows of the reader',
    'whenever the cache has no page rows, read the page rows of the reader',
  ])('%s', async (text) => expect(await against(advice, text)).toBeNull())
})

describe('one situation, different advice', () => {
  const when = 'gauge sail harbour lantern'
  const say = async (one: string, other: string, first = when, second = when) => {
    const entries = [
      [one, first],
      [other, second],
    ].map(([text, situation]) =>
      lesson({ experience: { title: '', because: '', check: '', do: text, when: situation } }),
    )
    return (await found('contradiction', entries))[0]?.detail.sentence ?? null
  }

  it('is told with how many words are shared', async () => {
    expect(await say('meadow orchard', 'pebble river')).toBe(
      'One situation, different advice (0 % of the words shared).',
    )
    expect(await say('meadow orchard', 'meadow river')).toContain('50 %')
  })

  it('needs four words of a situation', async () =>
    expect(await say('meadow', 'pebble', 'gauge sail harbour', 'gauge sail harbour')).toBeNull())

  it('needs seven tenths of the shorter situation', async () => {
    expect(await say('meadow', 'pebble', when, 'gauge sail harbour willow')).not.toBeNull()
    expect(await say('meadow', 'pebble', when, 'gauge sail thistle willow')).toBeNull()
  })

  it('is none when more than half of the advice is the same', async () =>
    expect(await say('meadow orchard pebble', 'meadow orchard river')).toBeNull())

  it.each(['check whether', 'look for', 'look at', 'look into', 'find', 'examine', 'investigate', 'search'])(
    'is none when one asks (“%s …”), since both can be asked',
    async (opening) => expect(await say('meadow orchard', `${opening} pebble`)).toBeNull(),
  )

  it('does not take that a run failed for a situation', async () => {
    for (const what of [
      'a run fails',
      'the test failed',
      'the check ended',
      'a script ends',
      'the commands fail',
    ])
      expect(
        await say(
          'meadow',
          'pebble',
          `${what} in gauge sail harbour lantern`,
          `${what} in gauge sail harbour`,
        ),
      ).toBeNull()
  })
})

describe('who is compared', () => {
  const [yes, no] = ['sort rows by an inclusive bound', 'sort rows by an exclusive bound']

  it('is of one category', async () => {
    const entries = [
      lesson({ experience: { do: yes } }),
      lesson({ category: 'VERIFY', experience: { do: no } }),
    ]
    expect(await found('contradiction', entries)).toEqual([])
  })

  it('says the title where there is no advice', async () => {
    const told = (title: string) =>
      lesson({ experience: { title, do: '', when: '', because: '', check: '' } })
    expect(await found('contradiction', [told(yes), told(no)])).toHaveLength(1)
  })

  it('is named once a pair, the older first', async () => {
    const entries = [yes, no, yes].map((text) =>
      lesson({ experience: { do: text, when: '', because: '', check: '' } }),
    )
    const ids = entries.map(({ id }) => id)
    const faults = await found('contradiction', entries)
    expect(faults.map(({ entryId, otherId }) => [entryId, otherId])).toEqual([
      [ids[0], ids[1]],
      [ids[1], ids[2]],
    ])
  })

  it('may be nobody', async () => {
    expect(await found('contradiction', [])).toEqual([])
    expect(await found('contradiction', [lesson()])).toEqual([])
    const empty = { title: '', when: '', do: '', because: '', check: '' }
    expect(
      await found('contradiction', [lesson({ experience: empty }), lesson({ experience: empty })]),
    ).toEqual([])
  })
})
