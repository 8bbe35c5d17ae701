import { z } from 'zod'
import { actionOf, observationOf } from '../action-text.ts'
import { checkLayout } from '../check-layout.ts'
import { Tally } from '../finish-trajectory.ts'
import { listOf } from '../list-of.ts'
import { runOf, verdictOf } from '../run-draft.ts'
import { hasAll, listAt } from '../shape.ts'
import { stepsOfTurns, type Turn } from '../turns.ts'
import { withoutLabel } from './chat/messages.ts'
import type { Format } from './format.ts'

const name = 'adp-std'
const lenient = z.string().nullish().catch(null)

const itemSchema = z.object({
  class_: z.string(),
  content: lenient,
  description: lenient,
  source: lenient,
  language: lenient,
  function: lenient,
  kwargs: z.record(z.string(), z.unknown()).nullish().catch(null),
  url: lenient,
  html: lenient,
})
type Item = z.infer<typeof itemSchema>

const recordSchema = z.object({
  id: lenient,
  content: listOf(itemSchema),
  details: z.record(z.string(), z.unknown()).nullish().catch(null),
})

/** The Agent Data Protocol's own layout: observations and actions by class, the thought as the action's description. */
export const adp: Format = {
  name,
  detect: (value) => listAt(value, 'content').some((item) => hasAll(item, 'class_')),
  parse(value, source) {
    const record = checkLayout(recordSchema, value, source, name, ([list, index, ...rest]) => ({
      step: null,
      field:
        typeof index === 'number'
          ? `content[${index}].${rest.map(String).join('.')}`
          : String(list ?? 'content'),
    }))
    const tally = new Tally()
    const prompt = record.content.find(
      ({ class_, source: who }) => class_ === 'text_observation' && who === 'user',
    )
    const turns = record.content.flatMap((item) => (item === prompt ? [] : turnOf(item, tally)))
    return runOf(
      {
        format: name,
        raw: prompt?.content ?? '',
        steps: stepsOfTurns(turns, tally),
        recordId: record.id,
        agent: 'unknown',
        outcome: verdictOf({ 'details.resolved': record.details?.resolved }),
        tally,
      },
      source,
    )
  },
}

function turnOf(item: Item, tally: Tally): Turn[] {
  const thought = item.description ?? null
  switch (item.class_) {
    case 'text_observation': {
      const text = withoutLabel(item.content ?? '')
      return item.source === 'user'
        ? [{ kind: 'user', text }]
        : [{ kind: 'result', observation: observationOf(text) }]
    }
    case 'web_observation':
      return [
        {
          kind: 'result',
          observation: observationOf(item.content ?? item.html ?? `[page ${item.url ?? ''}]`),
        },
      ]
    case 'image_observation':
      return [{ kind: 'result', observation: observationOf('[image]') }]
    case 'code_action':
      return [{ kind: 'agent', thought, actions: [actionOf(item.language ?? null, item.content, null)] }]
    case 'api_action':
      return [{ kind: 'agent', thought, actions: [actionOf(item.function ?? null, item.kwargs, null)] }]
    case 'message_action':
      return [{ kind: 'agent', thought: [thought, item.content].filter(Boolean).join('\n\n'), actions: [] }]
    default:
      tally.add(`item of the class "${item.class_.slice(0, 40)}", left out`)
      return []
  }
}
