import { listVerdicts } from '../db/review/verdicts.ts'
import { UserError } from '../memory/errors.ts'
import type { QueueHead } from '../memory/review.ts'
import type { ReviewDeps, ReviewTask } from './review.ts'
import { blind } from './tasks/blind.ts'
import { finding } from './tasks/finding.ts'
import { pair } from './tasks/pair.ts'
import { request } from './tasks/request.ts'
import { sample } from './tasks/sample.ts'
import { stage } from './tasks/stage.ts'
import { waiting } from './tasks/waiting.ts'

/** Everything that a person decides, in the order of the list of queues. A new task is a file and a line here. */
const TASKS: ReviewTask[] = [waiting, finding, sample, blind, pair, stage, request]

/** Throws UserError `no-such-task`. */
export function getTask(name: string): ReviewTask {
  const task = TASKS.find((one) => one.name === name)
  if (task) return task
  throw new UserError('no-such-task', `No review is called “${name}”.`, {
    hint: `Choose ${TASKS.map((one) => one.name).join(', ')}.`,
    status: 404,
  })
}

/** Every queue of a project in a line, with how many of its items have a verdict that stands. */
export async function listQueues(
  projectId: string,
  deps: ReviewDeps,
): Promise<(QueueHead & { done: number })[]> {
  const verdicts = await listVerdicts(deps.store, { projectId })
  const heads = await Promise.all(
    TASKS.map(async (task) => {
      const names = new Set(task.verdicts({ view: 'open' }).map(({ name }) => name))
      const own = verdicts.filter((one) => one.task === task.name && names.has(one.verdict))
      return (await task.heads(projectId, deps)).map((head) => {
        const decided = own.filter(({ queue }) => head.queue === '' || queue === head.queue)
        return { ...head, done: new Set(decided.map(({ subject }) => subject)).size }
      })
    }),
  )
  return heads.flat()
}
