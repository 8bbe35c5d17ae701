import type { StudyProgress } from '../../../lib/memory/studies/study.ts'
import { formatCount, formatDuration, formatScore } from '../../ui/format.ts'

/** A difference with its sign: `+0.124`, `−0.035`. */
export function signed(value: number): string {
  return value > 0 ? `+${formatScore(value, 3)}` : formatScore(value, 3)
}

/** How far a study is, in one sentence. */
export function progressWords(progress: StudyProgress | null, units: string): string {
  if (!progress) return 'The work on this study is gone; order it again.'
  const { state, doneCount, totalCount, remainingMs, waitsFor } = progress
  const part = `${formatCount(doneCount)} of ${formatCount(totalCount)} ${units}`
  if (state === 'done') return 'Done: its figures come.'
  if (state === 'failed') return `Stopped at a fault: ${part} were asked.`
  if (state === 'cancelled') return `Cancelled: ${part} were asked, and are kept.`
  if (waitsFor !== null) return `${part} asked; “${waitsFor}” goes first.`
  if (state === 'waiting') return doneCount > 0 ? `${part} asked; it goes on soon.` : 'It begins in a moment.'
  const left = remainingMs === null ? '' : `, ${formatDuration(Math.max(1_000, remainingMs))} left`
  if (doneCount === totalCount) return `All ${formatCount(totalCount)} asked; the intervals are drawn${left}.`
  return `${part} asked${left}.`
}
