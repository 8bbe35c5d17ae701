import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Caps, capReached, type Spent } from '../../agent/caps.ts'
import type { Meter } from '../../llm/complete.ts'
import { UserError } from '../../memory/errors.ts'

/**
 * Counts every call of an experiment in its folder, failed ones too, and refuses the next one where a cap is reached; calls under way
 * come to their end. Throws UserError `cap-reached`.
 */
export function createSpending(folder: string, caps: Caps): Meter {
  const file = join(folder, 'calls.jsonl')
  const spent: Spent = { usd: 0, tokens: 0 }
  const add = (call: Spent) => {
    spent.usd += call.usd
    spent.tokens += call.tokens
  }
  const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // A line that a kill cut off was not counted by anybody.
  for (const line of kept) if (line.endsWith('}')) add(JSON.parse(line) as Spent)
  return {
    async begin(_provider, most) {
      const cap = capReached(spent, caps)
      if (cap !== null)
        throw new UserError('cap-reached', `The cap of ${cap} for this experiment is reached.`, {
          hint: 'What was answered is kept. The same command with a higher --max-usd or --max-tokens goes on.',
          place: folder,
        })
      return async (outcome, { costUsd, inputTokens, outputTokens }, counted) => {
        const told = inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens
        const tokens = costUsd === null ? (told ?? counted ?? most.tokens) : 0
        const call = { outcome, usd: costUsd ?? 0, tokens }
        appendFileSync(file, `${JSON.stringify(call)}\n`)
        add(call)
      }
    },
  }
}
