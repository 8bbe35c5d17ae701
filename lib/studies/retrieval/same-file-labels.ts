import { type JudgementRow, listJudgements } from '../../db/retrieval/judgements.ts'
import type { Store } from '../../db/store.ts'
import { type Category, isCategory, type Stage } from '../../memory/category.ts'
import type { Description } from '../../memory/entry.ts'
import type { TextLabels } from '../../memory/retrieval.ts'
import { mean } from '../../memory/statistics.ts'
import { gradesOf, isLabelled, type Question } from '../../memory/studies/question.ts'
import { descriptionText } from '../../memory/text/words.ts'

/** What a label needs of an episode. `submission` is the run's own final diff. */
export type PatchedEpisode = {
  instanceId: string
  repo: string | null
  taskText: string
  submission: string | null
  subtasks: { category: Stage; descriptionAtStart: Description }[]
}

/**
 * Queries with labels that need no judge: an earlier or later instance is relevant when its runs edited the same source
 * file of the same repository. `task` asks with whole task texts, `subtask` with what was known when each subtask began.
 * Only instances with at least one relevant other are asked. Ours; such labels favour finding the place over the
 * mechanism, and call every transfer to another repository wrong by definition.
 */
export function sameFileQueries(episodes: readonly PatchedEpisode[], level: 'task' | 'subtask'): Question[] {
  const files = sourceFilesByInstance(episodes)
  const relevantTo = (instanceId: string): string[] => {
    const own = files.get(instanceId) ?? new Set()
    return [...files]
      .filter(([other, theirs]) => other !== instanceId && [...own].some((file) => theirs.has(file)))
      .map(([other]) => other)
  }
  const seen = new Set<string>()
  return episodes.flatMap((episode) => {
    const { instanceId, taskText, subtasks } = episode
    const relevant = relevantTo(instanceId)
    if (relevant.length === 0) return []
    if (level === 'subtask')
      return subtasks.flatMap(({ category, descriptionAtStart }) =>
        isCategory(category)
          ? [query(instanceId, descriptionText(descriptionAtStart), relevant, category)]
          : [],
      )
    if (seen.has(instanceId)) return []
    seen.add(instanceId)
    return [query(instanceId, taskText, relevant)]
  })
}

/** Source files of a unified diff, without tests, documentation and scripts an agent wrote for itself. */
export function sourceFilesOf(diff: string): string[] {
  const edited = [...diff.matchAll(/^diff --git a\/(\S+) b\/(\S+)\r?\n((?:(?!diff --git ).*\n?){0,3})/gm)]
  return edited.flatMap(([, , path, head]) =>
    path === undefined || head?.startsWith('new file') || !isSource(path) ? [] : [path],
  )
}

function isSource(path: string): boolean {
  return (
    /\.(?:py|ts|tsx|js|jsx|go|rs|java|c|cc|cpp|h|rb)$/.test(path) &&
    !/(?:^|\/)(?:tests?|testing|docs?|examples?)\/|(?:^|\/)(?:test_|conftest)|_test\.|\.test\./.test(path)
  )
}

/** Source files that the runs of each instance edited, each with its repository; empty without a patch. */
export function sourceFilesByInstance(
  episodes: readonly Pick<PatchedEpisode, 'instanceId' | 'repo' | 'submission'>[],
): Map<string, Set<string>> {
  const runs = Map.groupBy(episodes, ({ instanceId }) => instanceId)
  // Two runs of unknown repositories may both hold a setup.py and share nothing.
  const filesOf = ({ repo, submission }: (typeof episodes)[number]) =>
    repo === null ? [] : sourceFilesOf(submission ?? '').map((path) => `${repo} ${path}`)
  return new Map([...runs].map(([instanceId, own]) => [instanceId, new Set(own.flatMap(filesOf))]))
}

function query(id: string, text: string, relevant: string[], category?: Category): Question {
  return { id, text, relevant, ...(category ? { category } : {}) }
}

/** Labels of one text: what persons judged blind goes before what the sample says of itself; null without either. */
export async function labelsOfText(
  store: Store,
  project: { id: string; source: string },
  text: string,
  sampleQueries: () => readonly Question[],
): Promise<TextLabels | null> {
  const judged = await listJudgements(store, project.id, { queryText: text })
  if (judged.length > 0) {
    const judges = new Set(judged.map(({ by }) => by)).size
    return {
      source: 'measured',
      from: `${judges} ${judges === 1 ? 'person' : 'persons'}, blind`,
      byInstance: {},
      byEntry: meanGrades(judged),
    }
  }
  if (project.source !== 'written') return null
  const line = sampleQueries().find((query) => query.text === text && isLabelled(query))
  if (!line) return null
  const byInstance = Object.fromEntries(gradesOf(line))
  return { source: 'written', from: 'the sample’s own labels', byInstance, byEntry: {} }
}

/** Mean grade over the judges by entry. */
export function meanGrades(judgements: readonly JudgementRow[]): Record<string, number> {
  const all = Map.groupBy(judgements, ({ entryId }) => entryId)
  return Object.fromEntries([...all].map(([id, own]) => [id, mean(own.map(({ grade }) => grade)) ?? 0]))
}
