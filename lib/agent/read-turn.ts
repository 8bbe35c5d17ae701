import type { Category } from '../memory/category.ts'
import type { Intent } from '../memory/entry.ts'

/** What the agent said in one turn: its command, and the stage that it declared to begin here, if any. */
type Turn = { command: string; declared: Intent | null }

/** The command by which the work is handed in. */
export const SUBMIT = 'echo SUBMIT'

const BLOCK = /^[ \t]*```bash[ \t]*\n([\s\S]*?)\n[ \t]*```[ \t]*$/gm
const DECLARATION = /^[\s*#>`]*SUBTASK\b(.*)$/gim
const PARTS = /^[\s*:]*(ANALYZE|REPRODUCE|EDIT|VERIFY)[\s*]*\|([^|]+)\|(.+)$/i
/** As the schema of a description has it. */
const MOST = { objective: 400, keywords: 12, keyword: 60 }

/**
 * Reads a turn: exactly one block of bash and, where stages are declared, at most one line of `SUBTASK: CATEGORY | objective | keyword, keyword`.
 * Gives what is wrong, in words that the agent can mend it by.
 */
export function readTurn(text: string, isStaged: boolean): Turn | { fault: string } {
  const said = text.replaceAll('\r\n', '\n')
  const [block, ...more] = [...said.matchAll(BLOCK)]
  const command = block?.[1]?.trim() ?? ''
  if (!block) return { fault: 'There is no block of bash in your answer.' }
  if (more.length > 0) return { fault: `There are ${more.length + 1} blocks of bash in your answer.` }
  if (command === '') return { fault: 'The block of bash is empty.' }
  if (!isStaged) return { command, declared: null }
  const [line, ...others] = [...said.replace(BLOCK, '').matchAll(DECLARATION)]
  if (!line) return { command, declared: null }
  if (others.length > 0) return { fault: `There are ${others.length + 1} lines of SUBTASK in your answer.` }
  const parts = PARTS.exec(line[1] ?? '')
  if (!parts) return { fault: 'The line of SUBTASK does not have its three parts.' }
  const [, category = '', objective = '', keywords = ''] = parts
  return {
    command,
    declared: {
      category: category.toUpperCase() as Category,
      description: {
        objective: objective.trim().slice(0, MOST.objective),
        keywords: keywords
          .replace(/[*`]/g, '')
          .split(',')
          .map((word) => word.trim().slice(0, MOST.keyword))
          .filter((word) => word !== '')
          .slice(0, MOST.keywords),
      },
    },
  }
}
