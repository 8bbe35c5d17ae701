import type { QueueHead } from './review.ts'

/** A task with a queue a detector is addressed by the detector's name. */
export function queuePath({ task, queue }: Pick<QueueHead, 'task' | 'queue'>): string {
  return `/memories/review/${task === 'finding' ? queue : task}`
}
