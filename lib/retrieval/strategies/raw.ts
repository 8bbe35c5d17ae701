import type { EntryStrategy } from './strategy.ts'
import { subtask } from './subtask.ts'

/** The ranking of `subtask`; the winner's raw steps are injected instead of its e. */
export const raw: EntryStrategy = {
  ...subtask,
  name: 'raw',
  source:
    'arXiv 2602.21611, Table 4: the raw trajectory of the subtask as memory content (53.4 % against 56.1 %), same ranking. Frame of the message: ours.',
  injects: 'raw',
}
