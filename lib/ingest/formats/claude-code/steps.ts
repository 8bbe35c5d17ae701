import type { OpenStep, Tally } from '../../finish-trajectory.ts'
import { textOrNull } from '../../finish-trajectory.ts'
import { isObject } from '../../shape.ts'
import { type Block, type ClaudeEvent, resultText } from './events.ts'

/**
 * The steps of one episode: a step a tool call. Lines with one message id are one message of the model; what it said and thought
 * belongs to its first call, or to the next message's when it made none.
 */
export function stepsOf(
  events: readonly ClaudeEvent[],
  tally: Tally,
): { steps: OpenStep[]; closing: string | null } {
  const results = new Map<string, Block>()
  for (const { type, message } of events) {
    if (type !== 'user') continue
    for (const block of message?.content ?? [])
      if (block.type === 'tool_result' && block.tool_use_id) results.set(block.tool_use_id, block)
  }
  const steps: OpenStep[] = []
  let said: string[] = []
  for (const { type, message, timestamp } of events) {
    if (type !== 'assistant' || !message || message.model === '<synthetic>') continue
    for (const block of message.content) {
      const words = block.type === 'thinking' ? block.thinking : block.text
      if (block.type !== 'tool_use') {
        if (words?.trim()) said.push(words.trim())
        continue
      }
      const result = block.id === undefined ? undefined : results.get(block.id)
      if (result === undefined) tally.add('tool call without a result')
      steps.push({
        thought: textOrNull(said.join('\n\n')),
        actions: [{ tool: block.name ?? null, text: actionText(block), callId: block.id ?? null }],
        observations: result === undefined ? [] : [observation(block, result)],
        at: timestamp ?? null,
        costUsd: null,
      })
      said = []
    }
  }
  return { steps, closing: textOrNull(said.join('\n\n')) }
}

/** A shell's command as it was; any other tool's input as JSON. */
function actionText({ name, input }: Block): string {
  if (name === 'Bash' && isObject(input) && typeof input.command === 'string') return input.command
  return input === undefined ? '' : JSON.stringify(input)
}

function observation({ name, id }: Block, result: Block) {
  const text = resultText(result.content)
  return {
    text,
    exitCode: exitCodeOf(name, text, result.is_error ?? null),
    callId: id ?? null,
    truncated: false,
  }
}

/** Exit status of a shell command: stated in the text when it failed, 0 when the record says that it did not; else unknown. */
function exitCodeOf(tool: string | undefined, text: string, isError: boolean | null): number | null {
  if (tool !== 'Bash') return null
  const stated = /^(?:Error: )?Exit code (\d{1,3})\b/.exec(text)?.[1]
  if (stated !== undefined) return Number(stated)
  return isError === false ? 0 : null
}
