import { z } from 'zod'
import { checkLayout } from '../check-layout.ts'
import { Tally } from '../finish-trajectory.ts'
import { repoOfInstance } from '../instance-id.ts'
import { runOf } from '../run-draft.ts'
import { hasAll, hasAny, isObject, listAt } from '../shape.ts'
import { locateMessage, messagesSchema, readChat } from './chat/messages.ts'
import type { Format } from './format.ts'

const name = 'inspect-eval-json'
const lenient = z.string().nullish().catch(null)

const logSchema = z.object({
  eval: z.object({ task: lenient, model: lenient, created: lenient }),
  sample: z.object({
    id: z.union([z.string(), z.number()]).nullish().catch(null),
    epoch: z.number().nullish().catch(null),
    messages: messagesSchema.nullish(),
    attachments: z.record(z.string(), z.string()).nullish().catch(null),
    scores: z.record(z.string(), z.unknown()).nullish().catch(null),
    error: z.object({ message: lenient }).nullish().catch(null),
    metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  }),
  isOnly: z.boolean(),
})

/** A log of Inspect, one run a sample; `.eval` is a zip of the same, put together when it is unpacked. */
export const inspect: Format = {
  name,
  detect: (value) => hasAll(value, 'eval', 'status') && hasAny(value, 'samples', 'plan', 'stats', 'sample'),
  split(value) {
    const listed = listAt(value, 'samples')
    // A log without samples is one run without steps, so that it is named.
    const samples = listed.length > 0 ? listed : [{}]
    const dataset = isObject(value) && isObject(value.eval) ? value.eval.dataset : null
    const count = isObject(dataset) && typeof dataset.samples === 'number' ? dataset.samples : samples.length
    return isObject(value)
      ? samples.map((sample) => ({
          status: value.status,
          eval: value.eval,
          sample,
          isOnly: count <= 1,
        }))
      : []
  },
  parse(value, source) {
    const log = checkLayout(logSchema, value, source, name, (path) =>
      path[0] === 'sample'
        ? locateMessage('messages')(path.slice(1))
        : { step: null, field: path.map(String).join('.') },
    )
    const { sample } = log
    const tally = new Tally()
    const resolve = (text: string) =>
      text.includes('attachment://')
        ? text.replace(/attachment:\/\/([0-9a-f]{32})/g, (key, hash) => sample.attachments?.[hash] ?? key)
        : text
    return runOf(
      {
        format: name,
        ...readChat(sample.messages ?? [], tally, { resolve }),
        instanceId: instanceOf(log.eval.task, sample.id, log.isOnly),
        agent: 'Inspect',
        backbone: log.eval.model,
        outcome: outcomeOf(sample.scores),
        exitStatus: sample.error?.message,
        startedAt: log.eval.created,
        tally,
      },
      source,
    )
  },
}

/** A sample that is named after an instance, or by words, is that instance; a number is one of its task. */
function instanceOf(
  task: string | null | undefined,
  id: string | number | null | undefined,
  isOnly: boolean,
) {
  if (typeof id === 'string' && (repoOfInstance(id) !== null || /[A-Za-z]/.test(id))) return id
  if (!task) return null
  return isOnly || id === null || id === undefined ? task : `${task}-${id}`
}

/** C and I, 1 and 0, true and false of every scorer; scorers that differ, or a partial score, leave it unknown. */
function outcomeOf(scores: Record<string, unknown> | null | undefined) {
  const values = Object.values(scores ?? {}).map((score) => (isObject(score) ? score.value : score))
  const verdicts = values.map((value) =>
    ['C', 1, true].includes(value as never)
      ? true
      : ['I', 'N', 0, false].includes(value as never)
        ? false
        : null,
  )
  const [first] = verdicts
  if (first === undefined || first === null || verdicts.some((verdict) => verdict !== first)) return null
  return { isResolved: first, source: `score ${Object.keys(scores ?? {}).join(', ')}` }
}
