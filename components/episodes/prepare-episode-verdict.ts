import { formatCount, formatList } from '@/components/ui/format.ts'
import { tellsOfFault } from '@/lib/memory/fault-task.ts'
import type { EpisodeDetail } from '@/lib/memory/views/episodes.ts'

const WORDS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

type VerdictInput = Pick<EpisodeDetail, 'subtasks' | 'returns'> & {
  outcome: EpisodeDetail['episode']['outcome']
  stepCount: number
  entryCount: number
  taskTitle: string
  taskText: string
}

/**
 * What happened and what was learned, in one or two sentences made only from counts and order. What is missing is said of
 * the labels: a step of another subtask may have done it.
 */
export function prepareEpisodeVerdict({
  outcome,
  stepCount,
  entryCount,
  subtasks,
  returns,
  taskTitle,
  taskText,
}: VerdictInput): string {
  const steps = stepCount === 1 ? '1 step' : `${formatCount(stepCount)} steps`
  const first =
    outcome === 'resolved'
      ? `Resolved in ${steps}.`
      : outcome === 'unresolved'
        ? `Not resolved in ${steps}.`
        : `${steps[0]?.toUpperCase()}${steps.slice(1)}, and nobody said whether the tests passed.`
  if (subtasks.length === 0) return `${first} It has not been cut into subtasks yet.`

  const start = beginning(subtasks, tellsOfFault(`${taskTitle}\n${taskText}`))
  const rest = [
    goingBack(returns.length),
    ending(subtasks),
    `left ${entryCount === 0 ? 'no entry' : `${inWords(entryCount)} ${entryCount === 1 ? 'entry' : 'entries'}`}`,
  ].filter((clause) => clause !== null)
  return [first, start && `It ${start}.`, `It ${formatList(rest)}.`].filter(Boolean).join(' ')
}

/** Whether a fault was there to be seen before it was repaired; a run that had none to reproduce is not blamed for it. */
function beginning(subtasks: VerdictInput['subtasks'], wasFault: boolean): string | null {
  const edit = subtasks.findIndex((subtask) => subtask.category === 'EDIT')
  const reproduce = subtasks.findIndex((subtask) => subtask.category === 'REPRODUCE')
  if (edit === -1) return 'has no EDIT subtask'
  if (!wasFault) return null
  if (reproduce === -1) return 'edited without reproducing the fault'
  if (reproduce > edit) return 'edited before it reproduced the fault'
  // A label says what it was about; only a run that failed as reported says that it came about.
  const before = subtasks.slice(0, edit).filter((subtask) => subtask.category === 'REPRODUCE')
  if (before.some(({ judged }) => judged === 'correct')) return 'reproduced the fault before it edited'
  return before.some(({ judged }) => judged === 'incorrect')
    ? 'tried to reproduce the fault and failed, then edited'
    : 'tried to reproduce the fault, but no run shows it'
}

function goingBack(count: number): string | null {
  if (count === 0) return null
  return count === 1
    ? 'went back once'
    : count === 2
      ? 'went back twice'
      : `went back ${inWords(count)} times`
}

function ending(subtasks: VerdictInput['subtasks']): string | null {
  const order = subtasks.map((subtask) => subtask.category)
  const edit = order.lastIndexOf('EDIT')
  return edit !== -1 && !order.slice(edit).includes('VERIFY') ? 'has no VERIFY after its last EDIT' : null
}

function inWords(count: number): string {
  return WORDS[count] ?? String(count)
}
