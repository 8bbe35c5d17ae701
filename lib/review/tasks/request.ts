import { listWaitingRequests } from '../../db/models/model-requests.ts'
import type { VerdictKey } from '../../memory/review.ts'
import type { ReviewTask } from '../review.ts'

const WORDS = {
  title: 'Requests of a model',
  question: 'What would a model answer?',
  rule: 'Prompts that were handed over; an answer is checked as one of a model. Also by npm run distil -- --requests DIR, and GET /api/v1/model-requests/next.',
}
const VERDICTS: VerdictKey[] = [
  {
    ...{ name: 'answer', key: 'a', label: 'Answer', asks: { kind: 'answer' } },
    said: 'Taken. What waited for it goes on.',
  },
]
/** A prompt holds up to a whole run: more of them at once would be megabytes. */
const AT_ONCE = 10

/** Requests of a model that wait for whoever has one. An answer is kept for good. */
export const request: ReviewTask = {
  name: 'request',
  isBlind: false,
  verdicts: () => VERDICTS,
  async heads(projectId, { store }) {
    const { count: left } = await listWaitingRequests(store, { projectId, offset: 0, limit: 1 })
    return [{ task: 'request', queue: '', ...WORDS, left }]
  },
  async read({ projectId, offset }, { store }) {
    const { rows, count } = await listWaitingRequests(store, { projectId, offset, limit: AT_ONCE })
    return {
      ...{ ...WORDS, noun: ['request', 'requests'], left: count },
      items: rows.map(({ hash, prompt, text }) => ({
        ...{ id: hash, mark: hash.slice(0, 12) },
        card: { kind: 'panes', panes: [{ title: prompt, code: text }] },
      })),
      empty: { title: 'No request waits.', words: 'Lessons are ordered on the page Import, Lessons.' },
    }
  },
  async settle({ subjects, answer, model }, { giveAnswer }) {
    for (const hash of subjects) await giveAnswer(hash, { answer: answer ?? '', model: model || null })
    return null
  },
}
