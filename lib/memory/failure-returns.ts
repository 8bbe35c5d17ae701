import type { SubtaskView } from './views/episodes.ts'

/** A VERIFY with a failing command that its evidence does not show as passed in the end, followed by another category, is a return. */
export function failureReturns(
  subtasks: SubtaskView[],
  failed: (subtask: SubtaskView) => boolean,
): { from: string; to: string }[] {
  const returns: { from: string; to: string }[] = []
  for (const [i, subtask] of subtasks.entries()) {
    const next = subtasks[i + 1]
    if (
      subtask.category === 'VERIFY' &&
      subtask.judged !== 'correct' &&
      failed(subtask) &&
      next &&
      next.category !== 'VERIFY' &&
      next.category !== 'OTHER'
    )
      returns.push({ from: subtask.id, to: next.id })
  }
  return returns
}
