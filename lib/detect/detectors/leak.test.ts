import { describe, expect, it } from 'vitest'
import { linesOf } from '../../fixtures/lines.ts'
import { found, lesson, saidOf } from '../fixtures/lessons.ts'

/** What of one run a text names, and texts that name it. */
const NAMED: [string, string][] = [
  [
    'path',
    `
    mend the bound in src/paging.ts
    read /var/log/shop/app.log first
    see ~/notes/bound.md
    open C:\\Users\\ann\\bound.txt
    mend tests\\paging\\bound.py
    look into paging.py
    look into page-bound.spec.ts
    the folder tests/fixtures/pages
    the makefile in ./build/rules
    `,
  ],
  ['line number', 'mend line 42\nread lines 12 to 19\nlook at lines 3-4'],
  [
    'identifier',
    `
    call page_bounds twice
    read PageBounds first
    the loadRows hook is late
    the value of shop.paging.bound
    größe_max is read too late
    the field _bound is private
    `,
  ],
  ['instance id', 'as in shop__shop-1204\nas in issue #4711'],
  ['address', 'see https://x.example/a/b\nsee www.shop.example.org'],
  ['e-mail', 'ask ann@shop.example.org\nask a.b+c@x.example'],
  ['IP address', 'connect to 10.1.2.3\nconnect to 192.168.0.7:8080'],
  [
    'host',
    'connect to db.internal\nconnect to build-1.corp\nconnect to nas.lan\nconnect to my-mac.local\nconnect to db.b.corp',
  ],
  ['ticket', 'as told in SHOP-881\nsee AB-12 for it\nsee ABCDEFGH-123456'],
  ['number', 'the commit 4f2a9c1 broke it\nat 0x7f3a\nthe order 4711001 was lost'],
]

it.each(NAMED)('a %s is named as what it is', async (note, lines) => {
  const said = await saidOf('leak', linesOf(lines))
  expect(said.filter(([, sentence]) => !sentence.includes(note))).toEqual([])
})

it('what everybody has is no leak', async () => {
  const said = await saidOf(
    'leak',
    linesOf(`
      compare with a half-open interval at both ends
      MemTotal is told in kB, the limit in MiB
      on x86_64 and aarch64 the clock runs at 3 GHz
      set LANG to C.UTF-8 or en_US.UTF-8
      encode it as UTF-8 or as UTF-16
      the date is told as in ISO-8601
      see RFC-2616 for the header
      hash it with SHA-256
      PEP-484 tells how
      CVE-2024 was about that
      CWE-79 is about that
      HTTP-2 has no such header
      AES-128 is enough
      rank it with BM-25
      listen on 127.0.0.1 only
      listen on 0.0.0.0 in the container
      the mask 255.255.255.0 hides the last part
      call super().__init__ first
      catch a KeyError, not each Exception
      pass sort_keys=True to json.dumps
      pass ensure_ascii and allow_nan
      mkdir with exist_ok
      unlink with missing_ok
      run it with capture_output
      the pool has max_workers
      read it with the parse_float hook
      the a/b test of two orders
      read and/or write
      input/output is slow
      e.g. the first row, i.e. the oldest
      use addEventListener once
      UTC has no summer time, GMT has none either
      50 rows of 12 columns
      the status 404 tells that it is gone
    `),
  )
  expect(said.filter(([, sentence]) => sentence !== '')).toEqual([])
})

describe('the name of a person, a firm or a town', () => {
  const nameOf = async (text: string) => (await saidOf('leak', [text]))[0]?.[1] ?? ''

  it.each([
    'it was Marit who saw the loss',
    'the depot in Lillevik, which is open on Sunday',
    'as Ann Lee of the shop said',
    'the rows of Nordlys Verft, and others',
  ])('is one inside a sentence: %s', async (text) => expect(await nameOf(text)).toContain('proper name'))

  it.each([
    'Marit is the first word of a sentence and may be any word',
    'the rows are read. Pages are not',
    'sorted by Python on a Sunday in May',
    'it runs in Docker on Linux and in Chrome on Windows',
    'stored in Postgres, in Redis or in Kafka',
    'written in Cyrillic, in Greek or in Thai',
    'an Euclidean distance, a Markov chain and a Bloom filter',
    'press Enter, then Escape',
    'a Map of a Set of a Promise',
    'it gives None, never True',
  ])('is none in “%s”', async (text) => expect(await nameOf(text)).toBe(''))

  it('is not looked for where capitals are style', async () => {
    const entries = [
      lesson({ experience: { title: 'what Marit Saw In Lillevik' } }),
      lesson({ description: { keywords: ['half Open', 'a Lillevik'] } }),
    ]
    expect(await found('leak', entries)).toEqual([])
  })
})

describe('the name of the repository', () => {
  const leaksIn = async (repo: string | null, text: string) => {
    const faults = await found('leak', [lesson({ repo, experience: { do: text } })])
    return faults.flatMap(({ detail }) => detail.spans.map(({ start, end }) => text.slice(start, end)))
  }

  it.each([
    ['larkspur/waybill', 'close the waybill before the page is read', ['waybill']],
    ['larkspur/waybill', 'the Waybill pool and the larkspur host', ['Waybill', 'larkspur']],
    ['larkspur/waybill', 'a waybill-like list, all waybills', []],
    ['larkspur/waybill', 'sub-waybill is another word', []],
    ['acme/table', 'close the table before the page is read', []],
    ['pandas-dev/pandas', 'sort the frame of pandas once', ['pandas']],
    ['acme/c++', 'a pattern of the name must not be read as one', []],
    [null, 'close the waybill before the page is read', []],
  ])('%s, “%s”: %j', async (repo, text, words) => expect(await leaksIn(repo, text)).toEqual(words))
})

it('a note names what its repository has; one machine, person or host is a leak there too', async () => {
  const text = `Waybill: run row_bounds of src/paging.ts (tests/test_a.py::test_b);
    ask ann@shop.example.org, on db.internal, in /home/ann/waybill`
  const spansBy = async (extractor: string) => {
    const faults = await found('leak', [
      lesson({ extractor, repo: 'larkspur/waybill', experience: { do: text } }),
    ])
    return faults.flatMap(({ detail }) => detail.spans.map(({ start, end }) => text.slice(start, end)))
  }
  expect(await spansBy('notes')).toEqual(['/home/ann/waybill', 'ann@shop.example.org', 'db.internal'])
  expect(await spansBy('rules-v1')).toEqual(
    expect.arrayContaining(['Waybill', 'row_bounds', 'src/paging.ts']),
  )
})

describe('places and sentence', () => {
  it('points at each place once, in the part where it stands', async () => {
    const text = 'mend src/a.ts and ask ann@shop.example.org on line 3'
    const [fault] = await found('leak', [lesson({ experience: { do: text } })])
    expect(fault?.detail.spans.map(({ field, start, end }) => [field, text.slice(start, end)])).toEqual([
      ['do', 'src/a.ts'],
      ['do', 'line 3'],
      ['do', 'ann@shop.example.org'],
    ])
    expect(fault?.detail.sentence).toBe('Holds what belongs to one run: path, line number, e-mail.')
  })

  it('a test of a runner is told once, as a test', async () => {
    const text = 'run tests/test_a.py::TestB::test_c alone'
    const [fault] = await found('leak', [lesson({ experience: { do: text } })])
    expect(fault?.detail.spans.map(({ start, end }) => text.slice(start, end))).toEqual([
      'tests/test_a.py::TestB::test_c',
    ])
    expect(fault?.detail.sentence).toBe('Holds what belongs to one run: test.')
  })

  it('what is a secret is the other list’s, what stands beside it is this one’s', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const entries = [
      lesson({ experience: { check: `send ${token}` } }),
      lesson({ experience: { check: `send ${token} to src/a.ts` } }),
    ]
    const faults = await found('leak', entries)
    expect(faults.map(({ entryId }) => entryId)).toEqual([entries[1]?.id])
    expect(faults[0]?.detail.sentence).toBe('Holds what belongs to one run: path.')
  })
})
