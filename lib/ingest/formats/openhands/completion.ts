import { z } from 'zod'
import { checkLayout } from '../../check-layout.ts'
import { instantOf, knownCost, Tally } from '../../finish-trajectory.ts'
import { runOf } from '../../run-draft.ts'
import { hasAll, isObject } from '../../shape.ts'
import { locateMessage, messagesSchema, readChat } from '../chat/messages.ts'
import type { Format } from '../format.ts'

const name = 'openhands-llm-completion'
const optionalNumber = z.number().nullish().catch(null)
const message = z.object({ message: z.unknown() })

const dumpSchema = z.object({
  messages: messagesSchema,
  response: z.object({ model: z.string().nullish().catch(null), choices: z.array(message) }),
  instance_id: z.string().nullish().catch(null),
  timestamp: optionalNumber,
  cost: optionalNumber,
})

/**
 * One call of OpenHands to its model: the whole history and the answer. The last call of a run is the run; it says nothing of the
 * cost of the others.
 */
export const openhandsCompletion: Format = {
  name,
  detect: (value) =>
    hasAll(value, 'messages', 'response') &&
    isObject(value.response) &&
    Array.isArray(value.response.choices),
  parse(value, source) {
    // A model without tool calls was talked to in text; what was meant stands beside it.
    const meant =
      isObject(value) && Array.isArray(value.fncall_messages)
        ? { ...value, messages: value.fncall_messages, response: value.fncall_response ?? value.response }
        : value
    const dump = checkLayout(dumpSchema, meant, source, name, locateMessage('messages'))
    const answer = messagesSchema.safeParse(dump.response.choices.map((choice) => choice.message).slice(0, 1))
    const tally = new Tally()
    if (!answer.success) tally.add('answer of the model that is no message, left out')
    const { raw, steps } = readChat([...dump.messages, ...(answer.data ?? [])], tally)
    const last = steps.at(-1)
    if (last !== undefined) {
      last.at = instantOf(dump.timestamp)
      last.costUsd = knownCost(dump.cost)
    }
    return runOf(
      {
        format: name,
        raw,
        steps,
        instanceId: dump.instance_id ?? folderOfCall(source.fileName),
        agent: 'OpenHands',
        backbone: dump.response.model,
        tally,
        warnings: ['the cost is known of the last call only: that of the run is unknown'],
      },
      source,
    )
  },
}

/** `llm_completions/<instance>/<model>-1733339462.43.json`: the folder names the instance, the file the call. */
function folderOfCall(fileName: string): string | null {
  const [folder, file] = fileName.split(/[\\/]/).slice(-2)
  return file !== undefined && /-\d{9,11}(?:\.\d+)?\.json$/.test(file) ? (folder ?? null) : null
}
