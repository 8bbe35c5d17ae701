import type { MemoryEntry } from '../../memory/entry.ts'
import type { RetrieveRequest, Verdict } from '../../memory/retrieval.ts'
import { HELPS_FROM } from '../../memory/studies/category-filter.ts'
import { gradesOf, isLabelled, type Question } from '../../memory/studies/question.ts'
import type { JudgedLesson } from '../../retrieval/fit-verdict.ts'
import { type RetrievalDeps, retrieve } from '../../retrieval/retrieve.ts'
import { embedDescription } from '../../retrieval/scope.ts'
import type { EpisodeText } from '../../retrieval/strategies/strategy.ts'
import { doubtsOf, evidenceOf } from '../../retrieval/verdict.ts'
import { momentOf } from './ask.ts'
import { gradeKey, type LessonGrade, type LessonGrades, lessonNameOf } from './lesson-grades.ts'

type Word = Verdict['word']

/** How a word of the verdict did on labelled questions. */
type WordRow = {
  word: Word
  /** Questions with an answer somewhere that got the word, and of those how often the first lesson was of a run that helps. */
  n: number
  right: number
  /** First lessons that got the word and were graded, and of those how many help. */
  graded: number
  helped: number
  /** Questions without any answer that got the word. */
  unrelated: number
}

export type WordReport = {
  rows: WordRow[]
  labelledCount: number
  unrelatedCount: number
  /** First lessons that were graded, with what speaks for each: what a verdict is fitted on. */
  judged: JudgedLesson[]
}

const WORDS: readonly Word[] = ['fits', 'weak', 'nothing-fits', 'cold', 'unknown']

/**
 * What the verdict's words are worth: each question asked of `subtask` as an agent asks, without the question's own task, its
 * word held against its labels and against how the lesson that came first was graded.
 */
export async function verdictWords(
  project: string,
  queries: readonly Question[],
  { episodes, grades }: { episodes: readonly EpisodeText[]; grades: readonly LessonGrade[] },
  deps: RetrievalDeps,
): Promise<WordReport> {
  const rows = new Map(
    WORDS.map((word) => [word, { word, n: 0, right: 0, graded: 0, helped: 0, unrelated: 0 }]),
  )
  const byKey: LessonGrades = new Map(grades.map((one) => [gradeKey(one.query, one), one]))
  const judged: JudgedLesson[] = []
  for (const query of queries) {
    const { word, isRight, lesson } = await ask(project, query, { episodes, grades: byKey }, deps)
    const row = rows.get(word)
    if (!row) continue
    if (!isLabelled(query)) row.unrelated++
    else {
      row.n++
      if (isRight) row.right++
    }
    if (lesson === null) continue
    judged.push(lesson)
    row.graded++
    if (lesson.helps) row.helped++
  }
  const unrelatedCount = queries.filter((query) => !isLabelled(query)).length
  return { rows: [...rows.values()], labelledCount: queries.length - unrelatedCount, unrelatedCount, judged }
}

async function ask(
  project: string,
  query: Question,
  { episodes, grades }: { episodes: readonly EpisodeText[]; grades: LessonGrades },
  deps: RetrievalDeps,
): Promise<{ word: Word; isRight: boolean; lesson: JudgedLesson | null }> {
  const { id, text, category } = query
  const request: RetrieveRequest = {
    project,
    text: text.slice(0, 20_000),
    mode: 'task',
    strategy: 'subtask',
    limit: 1,
    ...(category ? { category } : {}),
  }
  const before = momentOf(query, episodes)
  const answer = await retrieve(request, {
    ...deps,
    projectScope: async (name) => {
      const found = await deps.projectScope(name)
      return { ...found, scope: { ...found.scope, withoutInstance: id, ...(before ? { before } : {}) } }
    },
  })
  const [hit] = answer.hits
  const winner = hit?.instanceId ?? null
  const isRight = winner !== null && gradesOf(query).has(winner)
  const [entry] = hit && grades.size > 0 ? await deps.entries([hit.entryId]) : []
  const grade = entry && gradeOf(id, entry, grades)
  const bare = { word: answer.verdict.word, isRight }
  if (!hit || !entry || !grade) return { ...bare, lesson: null }
  const question = await embedDescription(answer.intent.description, deps.embedder)
  const doubts = await doubtsOf(entry, deps.openFindings)
  const candidate = { entry, score: hit.score, margin: answer.margin, doubts }
  const evidence = await evidenceOf(question, candidate, deps.embedder)
  const run = entry.instanceId ?? entry.id
  return { ...bare, lesson: { question: id, run, evidence, helps: grade.grade >= HELPS_FROM } }
}

function gradeOf(query: string, entry: MemoryEntry, grades: LessonGrades): LessonGrade | undefined {
  const name = lessonNameOf(entry)
  if (name === null) return undefined
  const { title: _title, ...stage } = name
  return grades.get(gradeKey(query, name)) ?? grades.get(gradeKey(query, stage))
}
