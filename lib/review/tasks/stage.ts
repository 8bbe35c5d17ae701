import { listToLabel } from '../../db/episodes/labelling.ts'
import { labelSubtask } from '../../db/episodes/subtask-labels.ts'
import { listVerdicts } from '../../db/review/verdicts.ts'
import { STAGES } from '../../memory/category.ts'
import { stageSchema } from '../../memory/entry.ts'
import { ENOUGH_LABELS, type LabelCard } from '../../memory/labelling.ts'
import type { ReviewItem, VerdictKey } from '../../memory/review.ts'
import type { ReviewTask } from '../review.ts'

const WORDS = {
  title: 'Stages of runs',
  question: 'Which category are these steps?',
  rule: 'Stages drawn at random, so that whatever is labelled is a sample; what rules called them is not shown. These labels turn agreement with rules into accuracy.',
}
const MEANINGS = ['finds out', 'shows the fault', 'changes the code', 'checks the change', 'none of these']
const VERDICTS: VerdictKey[] = STAGES.map((name, k) => ({
  ...{ name, key: String(k + 1), label: `${name}: ${MEANINGS[k]}` },
}))
/** Stages sent ahead of the reader. */
const AHEAD = 8

/** Stages of runs, labelled without knowing what rules called them. */
export const stage: ReviewTask = {
  name: 'stage',
  isBlind: true,
  verdicts: () => VERDICTS,
  async heads(projectId, { store }) {
    const { total } = await listToLabel(store, { projectId, by: '', limit: 0 })
    const labelled = await listVerdicts(store, { projectId, task: 'stage' })
    const left = total - new Set(labelled.map(({ subject }) => subject)).size
    return [{ task: 'stage', queue: '', ...WORDS, left }]
  },
  async read({ projectId, by }, { store }) {
    const { cards, done, total } = await listToLabel(store, { projectId, by, limit: AHEAD })
    return {
      ...{ ...WORDS, noun: ['stage', 'stages'], left: total - done, done, total },
      basis: [`${Math.min(ENOUGH_LABELS, total)} labels make a share known to about ± 12 points`],
      items: cards.map(toItem),
      empty: { title: 'Every stage is labelled.', words: '' },
      outcome: '/audit/misprediction?labels=own',
    }
  },
  async settle({ by, subjects, verdict }, { store }) {
    const category = stageSchema.parse(verdict)
    for (const subtaskId of subjects) await labelSubtask(store, { subtaskId, category, by, blind: true })
    return null
  },
}

function toItem({ subtaskId, episodeId, task, fromStep, toStep, steps, more }: LabelCard): ReviewItem {
  const label = toStep > fromStep ? `steps ${fromStep} to ${toStep}` : `step ${fromStep}`
  const rest = more > 0 ? [{ name: '', text: `and ${more} more ${more === 1 ? 'step' : 'steps'}` }] : []
  const parts = steps.map(({ n, thought, action }) => ({ name: String(n), text: thought, code: action }))
  const link = { path: `/episodes/${episodeId}`, step: fromStep, label }
  const pane = { title: 'Steps to label', head: task, parts: [...parts, ...rest], link }
  return { id: subtaskId, card: { kind: 'panes', panes: [pane] } }
}
