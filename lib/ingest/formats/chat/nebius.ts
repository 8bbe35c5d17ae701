import { z } from 'zod'
import { checkLayout, fieldIn } from '../../check-layout.ts'
import { Tally } from '../../finish-trajectory.ts'
import { listOf } from '../../list-of.ts'
import { runOf, verdictOf } from '../../run-draft.ts'
import { hasAll, hasAny, listAt } from '../../shape.ts'
import { withoutShellPrompt } from '../../task-text.ts'
import type { Format } from '../format.ts'
import { between, readChat } from './messages.ts'

const name = 'nebius-swe-agent'
const lenient = z.string().nullish().catch(null)

const recordSchema = z.object({
  instance_id: lenient,
  model_name: lenient,
  target: z.unknown().optional(),
  exit_status: lenient,
  generated_patch: lenient,
  trajectory: listOf(z.object({ role: z.string(), text: z.string().nullish(), system_prompt: lenient })),
})

/** nebius' records of SWE-agent: turns with `text`, the action in the last fence. */
export const nebius: Format = {
  name,
  detect: (value) =>
    listAt(value, 'trajectory').some((turn) => hasAll(turn, 'role') && hasAny(turn, 'text', 'system_prompt')),
  parse(value, source) {
    const record = checkLayout(recordSchema, value, source, name, fieldIn('trajectory'))
    const tally = new Tally()
    const messages = record.trajectory.map(({ role, text }) => ({
      role,
      content: withoutShellPrompt(text ?? ''),
    }))
    return runOf(
      {
        format: name,
        ...readChat(messages, tally, { textActions: lastFence }),
        instanceId: record.instance_id,
        agent: 'SWE-agent',
        backbone: record.model_name,
        outcome: verdictOf({ target: record.target }),
        exitStatus: record.exit_status,
        submission: record.generated_patch,
        tally,
      },
      source,
    )
  },
}

function lastFence(text: string) {
  const last = between(text, /```[\w-]*\n/g, () => '```').at(-1)
  if (last === undefined || last.inner.trim() === '') return null
  return {
    thought: text.slice(0, last.start).trim(),
    actions: [{ tool: null, text: last.inner.trim(), callId: null }],
  }
}
