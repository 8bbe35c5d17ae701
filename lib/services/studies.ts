import { listPatchedEpisodes } from '../db/episodes/episode-texts.ts'
import { getProject } from '../db/projects.ts'
import { listStudies } from '../db/studies/studies.ts'
import type { BatchReport, Shown } from '../memory/studies/retrieval.ts'
import { getDesign } from '../studies/designs/all-designs.ts'
import { readMinimumScore } from '../studies/designs/minimum-score.ts'
import { orderForm } from '../studies/order-form.ts'
import { createBatchJudging } from '../studies/retrieval/batch-judging.ts'
import type { ReplayRequest } from '../studies/retrieval/replay.ts'
import { readSampleQueries } from '../studies/retrieval/replay-query.ts'
import { sameFileQueries } from '../studies/retrieval/same-file-labels.ts'
import { verdictWords } from '../studies/retrieval/verdict-words.ts'
import { orderStudy } from '../studies/run-study.ts'
import { servedAgain } from '../studies/served-again.ts'
import { findStreamMoment } from '../studies/stream/stream-moment.ts'
import { findStudy, getDoneStudy, progressOf, questionsOf, studyFile } from '../studies/study-views.ts'
import type { Core } from './core.ts'
import { measuredReplay } from './measured-replay.ts'

/** Studies listed. */
const MOST_LISTED = 50

/** Everything that is measured: its order, how far it is, and what came of it. */
export function createStudies(core: Core) {
  const { store, rootPath, worker, studyDeps, studyBoard, answerDeps } = core
  const getDone = async (id: string) => {
    const { projectId, report } = await getDoneStudy(studyDeps, id)
    return { id, projectId: projectId ?? '', report: report as BatchReport }
  }
  return {
    list: (projectId: string, design?: string) =>
      listStudies(store, { projectId, ...(design ? { design } : {}) }, MOST_LISTED),
    find: (id: string) => findStudy(studyDeps, id, studyBoard),
    progress: (id: string) => progressOf(studyDeps, id, studyBoard),
    form: (design: string, project: { id: string; name: string }) =>
      orderForm(getDesign(design), project, studyDeps),
    async order(order: Parameters<typeof orderStudy>[0]) {
      const ordered = await orderStudy(order, studyDeps)
      worker.wake()
      return ordered
    },
    file: (id: string, format: 'json' | 'csv') => studyFile(studyDeps, id, format),
    questions: (id: string, shown: Shown, from: number) => questionsOf(studyDeps, id, shown, from),
    moment: (input: Parameters<typeof findStreamMoment>[1]) => findStreamMoment(store, input),
    /** Judging the pairs of a study of retrieval blind. */
    ...createBatchJudging(store, getDone),
    /** Scores of what labelled questions found, and the minimum score that they speak for. */
    minimumScore: async (projectName: string) =>
      await readMinimumScore(await getProject(store, projectName), {
        ...{ store, answerDeps, sampleQueries: () => readSampleQueries(rootPath) },
      }),
    /** What was saved and served, each asked again of the memory as it is now. */
    servedAgain: async (projectName: string, offset: number) =>
      await servedAgain((await getProject(store, projectName)).id, offset, store, answerDeps),
    /** Retrieval quality over labelled queries. Reads only. */
    async replay(request: ReplayRequest) {
      const { report, queries, episodes } = await measuredReplay(request, core)
      return { ...report, words: await verdictWords(request.project, queries, episodes, await answerDeps()) }
    },
    /** Queries whose labels come from the runs' own patches. */
    sameFileQueries: async ({ project, level }: { project: string; level: 'task' | 'subtask' }) =>
      sameFileQueries(await listPatchedEpisodes(store, (await getProject(store, project)).id), level),
  }
}
