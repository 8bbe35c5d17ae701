import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ask, openTestLoupe, sampleForAll } from '../fixtures/open-test-loupe.ts'
import { CATEGORIES } from '../memory/category.ts'
import { compareRequestSchema } from '../memory/compare.ts'
import { exampleQuestions } from '../studies/retrieval/read-questions.ts'

// Put together at run time: the value opens nothing and stands in no file.
const SECRET = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
const sample = sampleForAll()
const question = ask('make the cursor of the next page exclusive', 'EDIT')
/** The question as one whose project decides what is injected. */
const { floor: _, ...unsaid } = question
let projectId = ''
beforeEach(async () => {
  projectId = (await sample().api.project({ name: 'sample' })).id
  await rule({ floor: null, onlyWhatFits: false })
})
const rule = (said: { floor: number | null; onlyWhatFits: boolean }) =>
  sample().api.setInjectionRule({ projectId, ...said })

describe('what a project says of its answers', () => {
  it('holds for questions that do not say it themselves', async () => {
    const [free] = [await sample().api.retrieve(unsaid)]
    expect([free.abstained, free.injected === null]).toEqual([null, false])
    await rule({ floor: 0.999, onlyWhatFits: false })
    expect(await sample().api.retrieve(unsaid)).toMatchObject({ abstained: 'floor', injected: null })
    expect((await sample().api.retrieve({ ...unsaid, floor: null })).abstained).toBeNull()
    expect((await sample().api.retrieve({ ...unsaid, floor: -1 })).abstained).toBeNull()
    expect((await sample().api.explore(asDrawn(unsaid))).answer.abstained).toBe('floor')
    expect((await sample().api.serve({ ...unsaid, log: false })).abstained).toBe('floor')
  })

  it('leaves the ranking alone: what is not injected is still found', async () => {
    const free = await sample().api.retrieve(unsaid)
    await rule({ floor: 0.999, onlyWhatFits: true })
    const held = await sample().api.retrieve(unsaid)
    expect(held.hits).toEqual(free.hits)
    expect(held.verdict).toEqual(free.verdict)
  })

  it('keeps a floor with the space whose scores it is made of, and without a floor no space', async () => {
    await rule({ floor: 0.4, onlyWhatFits: false })
    expect(await sample().api.injectionRule({ project: 'sample' })).toMatchObject({
      floor: 0.4,
      floorEmbedder: 'local-v2',
    })
    await rule({ floor: null, onlyWhatFits: true })
    expect(await sample().api.injectionRule({ project: 'sample' })).toMatchObject({
      floor: null,
      floorEmbedder: null,
      onlyWhatFits: true,
    })
  })

  it('that only what fits is injected can be lifted by a question', async () => {
    const odd = { ...unsaid, text: 'bake bread with rye and caraway' }
    await rule({ floor: null, onlyWhatFits: true })
    expect(await sample().api.retrieve(odd)).toMatchObject({ abstained: 'unfit', injected: null })
    expect((await sample().api.retrieve({ ...odd, onlyWhatFits: false })).abstained).toBeNull()
  })
})

it('carries where the winner comes from, and grades where the text is one of the sample’s labelled questions', async () => {
  const [line = ''] = exampleQuestions(process.cwd())
    .split('\n')
    .filter((one) => JSON.parse(one).relevant.length > 0)
  const { text, category } = JSON.parse(line)
  const { whatIf, provenance, answer } = await sample().api.explore(asDrawn({ ...question, text, category }))
  expect(whatIf.labels).toMatchObject({ source: 'written', count: expect.any(Number) })
  for (const { grade } of whatIf.turns) expect(grade).not.toBeNull()
  const found = await sample().api.findEntry({ id: answer.hits[0]?.entryId ?? '' })
  expect(provenance).toMatchObject({
    outcome: found?.outcome,
    servedCount: found?.servedCount,
    episodeId: found?.entry.episodeId,
    flags: found?.entry.flags,
  })
})

describe('a question', () => {
  it('of a project that is not there is refused, whoever asks', async () => {
    const nowhere = { ...question, project: 'nowhere' }
    const { api } = sample()
    for (const asking of [
      api.retrieve(nowhere),
      api.explore(asDrawn(nowhere)),
      api.saveRetrieval(nowhere),
      api.serve({ ...nowhere, log: true }),
    ])
      await expect(asking).rejects.toMatchObject({ code: 'no-such-project' })
  })

  it('in a space that there is not is refused', async () => {
    await expect(sample().api.retrieve({ ...question, embedder: 'no-such' })).rejects.toMatchObject({
      name: 'UserError',
    })
  })

  it('gets the same answer drawn or not, with what stands round it', async () => {
    const { api } = sample()
    const [drawn, plain] = [await api.explore(asDrawn(question)), await api.retrieve(question)]
    expect({ ...drawn.answer, tookMs: 0 }).toEqual({ ...plain, tookMs: 0 })
    expect(drawn.poolScores).toHaveLength(plain.kept)
    expect(drawn.poolScores).toEqual(drawn.poolScores.toSorted((a, b) => b - a))
    expect(drawn.poolScores.slice(0, plain.hits.length)).toEqual(plain.hits.map(({ score }) => score))
    expect(drawn.whatIf.turns.map(({ category }) => category)).toEqual([...CATEGORIES])
    for (const { category, hits, kept } of drawn.whatIf.turns) {
      expect(hits.every((hit) => hit.category === category)).toBe(true)
      expect(kept).toBe(plain.funnel.byCategory[category])
    }
  })

  it('is explained for the entries that are named, by words that stand in both', async () => {
    const { hits } = await sample().api.retrieve(question)
    const entryIds = hits.slice(0, 2).map(({ entryId }) => entryId)
    const explained = await sample().api.explain({ text: question.text, entryIds })
    expect(Object.keys(explained).toSorted()).toEqual(entryIds.toSorted())
    expect(await sample().api.explain({ text: question.text, entryIds: ['m_nope'] })).toEqual({})
  })
})

/** As the playground asks: always by the paper's strategy. */
function asDrawn<Asked extends { strategy?: string }>({ strategy: _, ...asked }: Asked) {
  return asked
}

const PAGE = 'the cursor of the next page leaves out the last row'
const compared = (...columns: { strategy: string; asOf?: string; without?: string; embedder?: string }[]) =>
  sample().api.compare(
    compareRequestSchema.parse({ project: 'sample', text: PAGE, category: 'EDIT', limit: 5, columns }),
  )
/** An instant that is past for certain: the store's clock and this one are the same. */
const longAgo = () => new Date(Date.now() - 5 * 365 * 86_400_000).toISOString()

/** Two events of one millisecond have no order. */
const clockIsPast = (at: string) =>
  expect.poll(() => new Date().toISOString() > at, { interval: 1 }).toBe(true)

describe('ways to retrieve, side by side', () => {
  it('answer as retrieval does', async () => {
    const answer = await sample().api.retrieve({ ...question, text: PAGE, limit: 5 })
    const { columns } = await compared({ strategy: 'subtask' }, { strategy: 'bm25' })
    expect(columns[0]?.answer?.hits).toEqual(answer.hits)
  })

  it('say of one that cannot be asked why, and answer the others', async () => {
    const { columns } = await compared({ strategy: 'no-such-way' }, { strategy: 'subtask' })
    expect(columns[0]).toMatchObject({
      answer: null,
      memory: null,
      fault: { message: expect.stringMatching(/no-such-way/) },
    })
    expect(columns[1]).toMatchObject({ fault: null })
  })

  it('see nothing of a memory from before there was one', async () => {
    const { columns } = await compared({ strategy: 'subtask', asOf: longAgo() })
    expect(columns[0]?.answer ?? columns[0]?.fault).toBeTruthy()
    expect(columns[0]?.answer?.hits ?? []).toEqual([])
  })

  it('leave out what a planned deletion would take, and change nothing', async () => {
    const {
      columns: [today],
    } = await compared({ strategy: 'subtask' })
    const gone = today?.answer?.hits[0]?.entryId ?? ''
    const { columns } = await compared({ strategy: 'subtask', without: gone }, { strategy: 'subtask' })
    expect(columns[0]?.answer?.hits.map(({ entryId }) => entryId)).not.toContain(gone)
    expect(columns[0]?.memory?.withoutCount).toBe(1)
    expect(columns[1]?.answer?.hits).toEqual(today?.answer?.hits)
  })

  it('of a project that is not there are refused', async () => {
    const request = compareRequestSchema.parse({
      project: 'nope',
      text: PAGE,
      columns: [{ strategy: 'subtask' }],
    })
    await sample()
      .api.compare(request)
      .then(
        ({ columns }) => expect(columns[0]?.answer).toBeNull(),
        (fault) => expect(fault).toMatchObject({ code: 'no-such-project' }),
      )
  })
})

describe('a memory of the past', () => {
  it('shows an entry until it is purged, and never again after that, however often it was shown', async () => {
    const { api } = sample()
    const made = await api.store({
      project: 'sample',
      category: 'EDIT',
      objective: PAGE,
      keywords: [],
      kind: 'pattern',
      title: 'Told once',
      when: 'Then.',
      do: 'Say the word zanzibar.',
      because: 'So.',
      check: '',
    })
    await clockIsPast((await api.findEntryAlone({ id: made.id }))?.entry.createdAt ?? '')
    const then = new Date().toISOString()
    await clockIsPast(then)
    await api.retire({ entryIds: [made.id], reason: 'a later state' })
    const past = async () => JSON.stringify((await compared({ strategy: 'subtask', asOf: then })).columns)
    expect(await past()).toContain('zanzibar')
    await api.purge({ entryIds: [made.id], reason: 'must go', phrase: 'purge 1 entry' })
    expect(await past()).not.toContain('zanzibar')
  })
})

describe('an answer that is kept', () => {
  it('is found again as it was given, and nothing is found under another id', async () => {
    const given = await sample().api.retrieve(question)
    const { id } = await sample().api.saveRetrieval(question)
    const saved = await sample().api.findSavedRetrieval({ id })
    expect({ ...saved?.answer, tookMs: 0, plannedBy: null }).toEqual({ ...given, tookMs: 0, plannedBy: null })
    expect(await sample().api.findSavedRetrieval({ id: 'r_nope' })).toBeNull()
  })

  it('holds no secret of its question, though the question may', async () => {
    const { id } = await sample().api.saveRetrieval({ ...question, text: `use ${SECRET} for the page` })
    const saved = await sample().api.findSavedRetrieval({ id })
    expect(JSON.stringify(saved)).not.toContain(SECRET)
    expect(saved?.answer.intent.description.objective).toContain('•••')
  })

  it('counts on the overview, the newest first', async () => {
    await sample().api.saveRetrieval({ ...question, text: 'asked last of all' })
    const { recentRetrievals } = await sample().api.overview({ projectId })
    expect(recentRetrievals[0]?.text).toBe('asked last of all')
  })
})

describe('what a program is told', () => {
  const outcomes = (episode: string) => [{ episode, outcome: 'resolved' as const, instanceId: null }]

  it('is logged under its episode, unless it says otherwise, and joined to how that ended', async () => {
    const { api } = sample()
    await api.serve({ ...question, log: true, episode: 'told-1', agent: 'swe' })
    await api.serve({ ...question, log: true, episode: 'told-1' })
    await api.serve({ ...question, log: false, episode: 'told-2' })
    // A report writes first what waits to be written.
    const receipt = (episode: string) =>
      api.reportOutcomes({ project: 'sample', outcomes: outcomes(episode) })
    expect(await receipt('told-1')).toEqual({ episodeCount: 1, retrievalCount: 2, unserved: [] })
    expect(await receipt('told-2')).toMatchObject({ retrievalCount: 0, unserved: ['told-2'] })
    expect((await api.servedAgain({ project: 'sample' })).rows.length).toBeGreaterThan(0)
  })

  it('has no secret in the names that came with it', async () => {
    const { api } = sample()
    await api.serve({ ...question, log: true, episode: `run ${SECRET}`, agent: `agent ${SECRET}` })
    await api.reportOutcomes({ project: 'sample', outcomes: outcomes('none') })
    expect((await sample().api.servedAgain({ project: 'sample' })).rows[0]?.episodeId).toBe(
      'run «secret:github-token»',
    )
    for (const file of ['loupe.db', 'loupe.db-wal'])
      expect(readFileSync(join(sample().dataPath, file)).includes(SECRET)).toBe(false)
  })

  it('is kept as long and as many as somebody says, the newest; saved answers stay', async () => {
    const { api } = sample()
    const { id } = await api.saveRetrieval(question)
    for (const episode of ['old', 'new']) await api.serve({ ...question, log: true, episode })
    const whole = await api.keepServed({ days: 90, most: 1_000 })
    expect(whole.count).toBeGreaterThanOrEqual(2)
    expect(await api.keepServed({ days: null, most: 1 })).toMatchObject({
      days: null,
      most: 1,
      count: 1,
      droppedCount: 0,
    })
    expect(await api.keepServed({ days: 90, most: 0 })).toMatchObject({
      count: 0,
      since: null,
      bytes: null,
    })
    expect(await api.findSavedRetrieval({ id })).not.toBeNull()
    await api.keepServed({ days: 90, most: 1_000 })
  })
})

it('questions that show something on the sample are told with their words', async () => {
  const chips = await sample().api.chips()
  expect(chips.length).toBeGreaterThan(2)
  for (const { text } of chips) expect(text.trim()).not.toBe('')
})

it('an empty memory answers cold, in every way of asking', async () => {
  const loupe = await openTestLoupe()
  const experience = {
    kind: 'pattern' as const,
    title: 'One',
    when: 'Then.',
    do: 'Do it.',
    because: 'So.',
    check: '',
  }
  const { id } = await loupe.api.store({
    project: 'shop',
    category: 'EDIT',
    objective: 'mend the page',
    keywords: [],
    ...experience,
  })
  await loupe.api.retire({ entryIds: [id], reason: 'gone' })
  const cold = { ...question, project: 'shop' }
  expect(await loupe.api.retrieve(cold)).toMatchObject({
    abstained: 'cold',
    kept: 0,
    considered: 0,
    hits: [],
    injected: null,
    margin: null,
  })
  const drawn = await loupe.api.explore(asDrawn(cold))
  expect([drawn.poolScores, drawn.whatIf.turns.map(({ hits }) => hits)]).toEqual([[], [[], [], [], []]])
  await loupe.close()
})
