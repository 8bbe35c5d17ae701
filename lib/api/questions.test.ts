import { expect, it, onTestFinished } from 'vitest'
import { openTestStore } from '../db/fixtures/test-store.ts'
import { listWaitingRequests, recordedLines, sumCalls } from '../db/models/model-requests.ts'
import { ensureProject } from '../db/projects.ts'
import { tables } from '../db/tables.ts'
import type { QuestionText } from '../extract/model/question-request.ts'
import { ask } from '../fixtures/open-test-loupe.ts'
import { createAskModel } from '../jobs/distil/ask-model.ts'
import { giveAnswer } from '../jobs/distil/hand-over.ts'
import { findReading } from '../jobs/distil/read-question.ts'
import { completerAt } from '../jobs/fixtures/distil-bench.ts'
import type { AnswerWays } from '../llm/answer-ways.ts'
import { startFakeOpenAi, type Turn } from '../llm/fixtures/fake-openai.ts'
import { type RecordedLine, readRecording, recordedLine } from '../llm/recording.ts'
import type { Account } from '../memory/people.ts'
import { questionStanding, readingFor, readQuestion } from './questions.ts'

const TASK = 'The last page of the list is empty when the number of rows is even'
const PLAN = {
  plan: [
    { category: 'REPRODUCE', objective: 'Make the empty last page show itself', keywords: ['Pagination'] },
    { category: 'EDIT', objective: 'Count the incomplete page once', keywords: ['off-by-one'] },
  ],
}
const SHARES = { ANALYZE: 0.2, REPRODUCE: 0.2, EDIT: 0.2, VERIFY: 0.2 }
const reply: NonNullable<Parameters<typeof startFakeOpenAi>[0]>['reply'] = ({ messages }) =>
  JSON.stringify(messages.some(({ content }) => content.includes('how likely')) ? SHARES : PLAN)

/** A store with a project, and questions that reach the scripted server, or nobody. */
async function questionsOf(options: Parameters<typeof startFakeOpenAi>[0] | null = { reply }) {
  const store = await openTestStore()
  await store.record((tx) => ensureProject(store, tx, 'sample', 'imported'))
  const fake = options && (await startFakeOpenAi(options))
  onTestFinished(() => fake?.close())
  const ways: AnswerWays = {
    offers: () => [
      { way: 'openai', what: fake && 'fake', fault: null, price: { inputUsd: 1, outputUsd: 10 } },
    ],
    open: () => completerAt(fake?.url ?? '', 300),
  }
  let lines: ReadonlyMap<string, RecordedLine> = new Map()
  const recordings = { current: () => ({ name: 'given', lines }), give: async () => ({ lineCount: 0 }) }
  const readings = (question: QuestionText) => findReading(question, { store, recording: recordings.current })
  const deps = { ask: createAskModel(store) } as never
  const kept = { store, recording: recordings.current }
  const models = { deps, recordings, kept, readings, ways } as never
  const parts = { store, models, answerDeps: undefined as never }
  type Asked = Parameters<typeof readQuestion>[0]
  const whole = (asked: Partial<Asked> & Pick<Asked, 'project' | 'text'>) => ({
    mode: 'task' as const,
    ...asked,
  })
  const questions = {
    read: (asked: Parameters<typeof whole>[0]) => readQuestion(whole(asked), parts),
    standing: (asked: Parameters<typeof whole>[0]) => questionStanding(whole(asked), parts),
    forAnswer: (request: Parameters<typeof readingFor>[0], failed: Parameters<typeof readingFor>[1] = null) =>
      readingFor(request, failed, parts),
  }
  const record = (text: string) => {
    lines = readRecording(text, 'given')
  }
  return { store, fake, questions, record, parts }
}
const asked = { project: 'sample', text: TASK } as const
const byModel = { ...ask(TASK), plan: 'model' } as const

it('a model plans a task once: the second time the kept plan answers, with who made it', async () => {
  const { store, fake, questions } = await questionsOf()
  expect(await questions.standing(asked)).toMatchObject({
    state: 'none',
    way: { with: 'openai', what: 'fake' },
  })
  expect((await questions.standing(asked)).priceUsd).toBeGreaterThan(0)
  expect(fake?.chats).toHaveLength(0)
  expect(await questions.read(asked)).toMatchObject({ state: 'read' })
  expect(await questions.read(asked)).toMatchObject({ state: 'read' })
  expect(fake?.chats).toHaveLength(1)
  expect(await sumCalls(store, { since: new Date(0) })).toMatchObject({ callCount: 1, cutCount: 0 })
  expect(await questions.forAnswer(byModel)).toMatchObject({
    by: { by: 'model', provider: 'openai', prompt: 'plan@1', note: null },
    reading: {
      plan: [
        { category: 'REPRODUCE', description: { keywords: ['pagination'] } },
        { category: 'EDIT', description: { objective: 'Count the incomplete page once' } },
      ],
    },
  })
})

it('of people a model that costs is asked by owners alone', async () => {
  const { fake, parts } = await questionsOf()
  const as = async (role: Account['role']) => {
    const caller = { id: 'u', name: 'Rolf', role, projectIds: null }
    return await readQuestion({ ...asked, mode: 'task' }, { ...parts, caller })
  }
  for (const role of ['reader', 'reviewer'] as const)
    expect(await as(role)).toMatchObject({
      state: 'failed',
      note: expect.stringMatching(/takes the role owner/),
    })
  expect(fake?.chats).toHaveLength(0)
  expect(await as('owner')).toMatchObject({ state: 'read' })
})

it('what the agent is about to do gets four numbers that sum to 1', async () => {
  const { questions } = await questionsOf()
  await questions.read({ ...asked, mode: 'subtask' })
  const given = await questions.forAnswer({ ...byModel, mode: 'subtask' })
  expect(given?.reading?.probabilities).toEqual({ ANALYZE: 0.25, REPRODUCE: 0.25, EDIT: 0.25, VERIFY: 0.25 })
})

it('nothing is read for a question whose category is named, or that wants the rules', async () => {
  const { questions } = await questionsOf()
  expect(await questions.forAnswer(ask(TASK))).toBeUndefined()
  expect(await questions.forAnswer({ ...byModel, category: 'EDIT' })).toBeUndefined()
})

it.each<[string, Turn]>([
  ['a server that fails', { status: 500 }],
  ['a server that hangs', 'hang'],
  ['an answer of another form', 'wrong-schema'],
])('after %s the rules read the question, with a line that says why', async (_name, turn) => {
  const { questions } = await questionsOf({ reply, script: Array(9).fill(turn) })
  const read = await questions.read(asked)
  expect(read).toMatchObject({ state: 'failed', note: expect.stringMatching(/\w+\.$/) })
  expect(await questions.forAnswer(byModel, read)).toMatchObject({
    by: { by: 'rules', note: `${read.note} The rules read the question.` },
    reading: null,
  })
})

it('a secret in a pasted text is masked before a model sees it', async () => {
  const { fake, questions, store } = await questionsOf()
  const key = `AKIA${'Q3ZP7L2MXW6KD5RT'}`
  await questions.read({ ...asked, text: `${TASK}. The key is ${key}.` })
  expect(JSON.stringify(fake?.chats.map(({ asked: chat }) => chat))).toContain(TASK)
  expect(JSON.stringify(fake?.chats)).not.toContain(key)
  expect((await tables(store).modelRequest.findFirstOrThrow()).user).not.toContain(key)
})

it('without a model the question waits; whoever answers it is named, and the recording gives it to another store', async () => {
  const { questions, store } = await questionsOf(null)
  expect((await questions.standing(asked)).way).toEqual({ with: 'handover', what: null, fault: null })
  expect(await questions.read(asked)).toMatchObject({ state: 'waits' })
  expect((await questions.forAnswer(byModel))?.by.note).toContain('waits')
  const { rows, count } = await listWaitingRequests(store, { projectId: null, offset: 0, limit: 5 })
  expect([count, rows[0]?.purpose]).toEqual([1, 'plan'])
  await giveAnswer(store, rows[0]?.hash ?? '', { answer: PLAN, model: 'a reader' })
  expect(await questions.standing(asked)).toMatchObject({
    state: 'read',
    by: { name: 'a reader', provider: 'handover' },
  })
  const { id } = await tables(store).project.findFirstOrThrow()
  const lines: string[] = []
  for await (const line of recordedLines(store, id)) lines.push(recordedLine(line))
  const other = await questionsOf(null)
  other.record(lines.join('\n'))
  expect((await other.questions.forAnswer(byModel))?.by).toMatchObject({
    name: 'a reader',
    provider: 'recorded',
  })
})
