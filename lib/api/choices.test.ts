import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../db/fixtures/test-store.ts'
import { copySample, openTestLoupe } from '../fixtures/open-test-loupe.ts'
import { startFakeOpenAi } from '../llm/fixtures/fake-openai.ts'
import { tokenEstimate } from '../memory/text/words.ts'
import { readSampleQueries } from '../studies/retrieval/read-questions.ts'

const SECOND = '{"choice": 2, "why": "the same mechanism"}'
const COMMAND = ['node', '-e', `process.stdin.resume().on('end', () => console.log('${SECOND}'))`]
const labelled = readSampleQueries(process.cwd()).find(({ category }) => category === 'EDIT')
if (!labelled) throw new Error('the sample has no question of EDIT')
/** In words for which no choice is recorded. */
const question = { ...labelled, text: `${labelled.text}, which nobody has asked yet` }
const { id, text, category } = question
const choice = { project: 'sample', mode: 'choice', text, category, instance: id } as const

async function openSample(env: Record<string, string> = {}) {
  const folder = temporaryFolder()
  await copySample(folder)
  const loupe = await openTestLoupe(folder, env)
  onTestFinished(() => loupe.close())
  return loupe.api
}
type Api = Awaited<ReturnType<typeof openSample>>

/** The first three of a strategy for the question, without leaving its instance out. */
async function firstOf(api: Api, strategy: string) {
  const asked = { project: 'sample', text, category, mode: 'subtask', limit: 3, floor: null } as const
  return (await api.retrieve({ ...asked, strategy })).hits.map(({ entryId }) => entryId)
}

async function replayed(api: Api) {
  const strategies = ['subtask', 'subtask-chosen']
  return await api.replay({
    project: 'sample',
    queries: [question],
    strategies,
    onlyRead: true,
    resamples: 100,
  } as never)
}

it('a server chooses once: compare, replay and a program then have its choice, with its tokens', async () => {
  const fake = await startFakeOpenAi({ reply: () => SECOND })
  onTestFinished(() => fake.close())
  const api = await openSample({ OPENAI_BASE_URL: fake.url, OPENAI_CHAT_MODEL: 'fake' })
  const column = { strategy: 'subtask', floor: null, asOf: null, position: null, without: '' }
  const columns = [column, { ...column, strategy: 'subtask-chosen' }]
  const compared = () =>
    api.compare({ project: 'sample', text, category, mode: 'subtask', limit: 3, columns } as never)
  expect((await compared()).columns[1]?.fault?.message).toContain('No model has chosen')
  expect(fake.chats).toHaveLength(0)
  await expect(replayed(api)).rejects.toMatchObject({ code: 'not-read' })

  expect(await api.questionStanding(choice)).toMatchObject({ state: 'none', way: { with: 'openai' } })
  expect(await api.readQuestion(choice)).toMatchObject({ state: 'read' })
  expect(await api.readQuestion(choice)).toMatchObject({ state: 'read' })
  expect(fake.chats).toHaveLength(1)
  const { by, took } = await api.questionStanding(choice)
  expect(by).toMatchObject({ prompt: 'choose@1', provider: 'openai' })
  expect(took?.inputTokens).toBeGreaterThan(0)
  expect((await replayed(api)).strategies).toMatchObject([{ n: 1 }, { strategy: 'subtask-chosen', n: 1 }])

  // Asked as a page asks, without an instance that is left out.
  const [first, second, third] = await firstOf(api, 'subtask')
  expect(await firstOf(api, 'subtask-chosen')).toEqual([second, first, third])
  expect((await compared()).columns[1]?.answer?.hits[0]?.entryId).toBe(second)
  const { chosen } = await api.explore({ project: 'sample', text, category, mode: 'subtask' } as never)
  expect(chosen).toMatchObject({ entryId: second, among: 3, why: 'the same mechanism' })
})

it('a command chooses', async () => {
  const api = await openSample({ MODEL_COMMAND: JSON.stringify(COMMAND) })
  expect(await api.readQuestion({ ...choice, with: 'command' })).toMatchObject({ state: 'read' })
  expect((await replayed(api)).queries).toBe(1)
})

it('a request that is handed over shows the lessons; its answer is checked, recorded and used elsewhere', async () => {
  const api = await openSample()
  const { hash, state } = await api.readQuestion({ ...choice, with: 'handover' })
  expect(state).toBe('waits')
  const { rows } = await api.waitingRequests({ project: 'sample', offset: 0, limit: 5 })
  expect(rows[0]).toMatchObject({ hash, purpose: 'choose', prompt: 'choose@1' })
  expect(rows[0]?.user).toContain(text)
  expect(rows[0]?.user).toMatch(/Category of the stage: EDIT[\s\S]+Lesson 1:[\s\S]+Lesson 3:/)
  await expect(api.giveAnswer({ hash, answer: { choice: 4, why: '' } } as never)).rejects.toMatchObject({
    code: 'answer-unfit',
  })
  await api.giveAnswer({
    hash,
    answer: { choice: null, why: 'other mechanisms' },
    model: 'a reader',
  } as never)
  expect((await replayed(api)).strategies[1]).toMatchObject({ hitAt1: 0, mrr: 0 })

  const lines: string[] = []
  for await (const line of await api.recording({ project: 'sample' })) lines.push(String(line))
  const other = await openSample()
  await other.giveRecording({ fileName: 'given.jsonl', text: lines.join('') })
  expect(await other.questionStanding(choice)).toMatchObject({ state: 'read', by: { provider: 'recorded' } })
  expect((await replayed(other)).queries).toBe(1)
})

it('an agent that begins a stage gets the best lesson whole and the situations of the next two, in one limit', async () => {
  const api = await openSample()
  const stages = readSampleQueries(process.cwd()).filter((one) => one.category && one.relevant.length > 0)
  const told = await Promise.all(
    stages.slice(0, 15).map(async ({ text: objective, category: stage }) => {
      const asked = { project: 'sample', objective, ...(stage ? { category: stage } : {}) }
      return await api.beginSubtask({ ...asked, keywords: [], agent: 'test' } as never)
    }),
  )
  const sent = told.filter(({ injected }) => injected !== null)
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.some(({ also }) => also !== null)).toBe(true)
  for (const { injected, also } of told) {
    expect(tokenEstimate(injected ?? '') + tokenEstimate(also ?? '')).toBeLessThanOrEqual(400)
    if (injected === null) expect(also).toBeNull()
    else if (also) expect(also).toMatch(/^<memory id="also-near">\n.+\n\nm_\w+ .+\n/)
  }
})
