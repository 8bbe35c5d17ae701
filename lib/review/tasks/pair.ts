import { getEntries } from '../../db/entries/entries.ts'
import { listJudgements, saveJudgement } from '../../db/retrieval/judgements.ts'
import { listStudies } from '../../db/studies/studies.ts'
import { UserError } from '../../memory/errors.ts'
import type { ReviewItem, ReviewPair, VerdictKey } from '../../memory/review.ts'
import { lessonPane } from '../lesson-pane.ts'
import { noSuchQueue, type ReviewDeps, type ReviewTask } from '../review.ts'

const WORDS = {
  title: 'Pairs to grade',
  question: 'Would this lesson have helped with this question?',
  rule: 'The first lessons that each strategy of a study found, shuffled, without the strategy and the score. A grade counts in every study that asks the same question.',
}
const GRADES: VerdictKey[] = ['no help', 'near it', 'helps', 'just what is needed'].map((label, grade) => ({
  ...{ name: String(grade), key: String(grade), label },
}))
/** Pairs sent ahead of the judge. */
const AHEAD = 8

/** Questions and the lessons that strategies found for them, graded 0 to 3. A queue a study of retrieval. */
export const pair: ReviewTask = {
  name: 'pair',
  isBlind: true,
  verdicts: () => GRADES,
  // How many pairs a study has is only known from its rows.
  heads: async () => [{ task: 'pair', queue: '', ...WORDS, left: null }],
  async read({ projectId, queue, by }, { store, pairsOf }) {
    if (queue === '') {
      const studies = await listStudies(store, { projectId, design: 'retrieval' }, 20)
      return {
        ...{ ...WORDS, noun: ['pair', 'pairs'], items: [], left: 0 },
        earlier: studies
          .filter(({ state }) => state === 'done')
          .map(({ id, createdAt }) => ({ id, createdAt, words: 'study of retrieval', share: null })),
        empty: {
          title: 'Choose a study of retrieval.',
          words:
            'It is ordered under Audit, Retrieval. Its name is not shown here: it may tell what it compares.',
        },
      }
    }
    const { projectId: home, pairs } = await pairsOf(queue, by)
    if (home !== projectId) throw noSuchQueue('study', queue)
    const done = new Set((await listJudgements(store, projectId, { by })).map(subjectOf))
    const open = pairs.filter((one) => !done.has(subjectOf(one)))
    const items = await nextItems(store, open)
    return {
      ...{ ...WORDS, noun: ['pair', 'pairs'], items, total: pairs.length },
      ...{ left: items.length === 0 ? 0 : open.length, done: pairs.length - open.length },
      empty: {
        title: 'Every pair of this study is graded.',
        words: 'A second judge makes the agreement known.',
      },
      outcome: `/audit/studies/${queue}`,
    }
  },
  async settle({ projectId, queue: labRunId, by, subjects, verdict }, { store, pairsOf }) {
    const { projectId: home, pairs } = await pairsOf(labRunId, by)
    for (const subject of subjects) {
      const found = home === projectId && pairs.find((one) => subjectOf(one) === subject)
      if (!found)
        throw new UserError('no-such-pair', 'This pair is not one of the study’s.', {
          hint: 'Open the study again and judge from there.',
          status: 404,
        })
      await saveJudgement(store, { ...found, projectId, labRunId, grade: Number(verdict), by })
    }
    return null
  },
}

function subjectOf({ entryId, queryId }: Pick<ReviewPair, 'entryId' | 'queryId'>): string {
  return `${entryId} ${queryId}`
}

/** The first of these pairs whose entry is still there. */
async function nextItems(store: ReviewDeps['store'], open: readonly ReviewPair[]): Promise<ReviewItem[]> {
  const items: ReviewItem[] = []
  for (const one of open) {
    if (items.length === AHEAD) break
    const [entry] = await getEntries(store, [one.entryId])
    if (!entry) continue // purged since
    const { description, experience } = entry
    const lesson = lessonPane({ ...description, title: experience.title, parts: experience })
    const panes = [{ title: 'Question', head: one.queryText }, lesson]
    items.push({ id: subjectOf(one), card: { kind: 'panes', panes } })
  }
  return items
}
