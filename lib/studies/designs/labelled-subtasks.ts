import { isCategory, type Stage } from '../../memory/category.ts'
import type { Description } from '../../memory/entry.ts'
import type { CategoryLabels, LabelSource } from '../../memory/studies/misprediction.ts'
import type { Question } from '../../memory/studies/question.ts'
import { descriptionText } from '../../memory/text/description-text.ts'
import type { Place } from './segment-purity.ts'

type Labelled = Place & {
  instanceId: string
  atStart: Description
  person: Stage | null
  declared: Stage | null
  stored: Stage
}

/** Subtasks as questions whose category somebody labelled: persons before what agents declared; rules only where neither spoke. */
export function labelledSubtasks(
  subtasks: readonly Labelled[],
  relevantTo: (instanceId: string) => readonly string[],
): { labels: CategoryLabels; queries: Question[]; places: Place[] } {
  const kind = kindOf(subtasks)
  const labelled = subtasks.flatMap((one) => {
    const label = kind === 'rules' ? one.stored : (one.person ?? one.declared)
    return label === null ? [] : [{ ...one, label }]
  })
  const asked = labelled.filter(({ label }) => isCategory(label))
  const queries = asked.flatMap(({ label, instanceId, atStart }): Question[] => {
    if (!isCategory(label)) return []
    // What rules said is no truth, so that nothing is lost by another category.
    const relevant = kind === 'rules' ? [] : [...relevantTo(instanceId)]
    return [{ id: instanceId, text: descriptionText(atStart), category: label, relevant }]
  })
  const spoken = subtasks.filter(({ person, declared }) => (person ?? declared) !== null)
  const agreeing = spoken.filter(({ person, declared, stored }) => (person ?? declared) === stored)
  return {
    labels: {
      kind,
      byPersons: subtasks.filter(({ person }) => person !== null).length,
      others: labelled.length - queries.length,
      stored: kind === 'persons' ? { n: spoken.length, agreeing: agreeing.length } : null,
    },
    queries,
    places: asked.map(({ episodeId, fromStep, toStep }) => ({ episodeId, fromStep, toStep })),
  }
}

function kindOf(subtasks: readonly Labelled[]): Exclude<LabelSource, 'written'> {
  if (subtasks.some(({ person }) => person !== null)) return 'persons'
  return subtasks.some(({ declared }) => declared !== null) ? 'declared' : 'rules'
}
