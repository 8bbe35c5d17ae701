import type { OpenStep } from './finish-trajectory.ts'
import { parseEmbedded } from './parse-json.ts'
import { isObject, type JsonObject } from './shape.ts'

export type Action = OpenStep['actions'][number]
export type Observation = OpenStep['observations'][number]

/** One tool call; arguments are JSON text or an object. */
export function actionOf(tool: string | null, args: unknown, callId: string | null | undefined): Action {
  return { tool, text: argumentsText(args), callId: callId ?? null }
}

export function observationOf(
  text: string,
  { exitCode = null, callId = null, truncated = false }: Partial<Omit<Observation, 'text'>> = {},
): Observation {
  return { text: text.replaceAll('\r\n', '\n'), exitCode, callId, truncated }
}

/**
 * A shell's command, the keys typed or the code as they stood; other arguments as JSON. Beside a path a `command` is the name of
 * an editor's verb and stays among the arguments.
 */
export function argumentsText(args: unknown): string {
  if (args === null || args === undefined) return ''
  const read = typeof args === 'string' ? parseEmbedded(args) : args
  if (!isObject(read)) return typeof args === 'string' ? args : JSON.stringify(args)
  if (read.path === undefined)
    for (const name of ['command', 'cmd', 'keystrokes', 'code', 'input']) {
      const text = commandText(read[name])
      if (text !== null) return text
    }
  return typeof args === 'string' ? args : JSON.stringify(read)
}

/** `["bash", "-lc", "ls"]` is the command `ls`. */
function commandText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === 'string'))
    return null
  const [program = '', flag = '', script = ''] = value
  if (value.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(program) && /^-l?c$/.test(flag)) return script
  return value.join(' ')
}

/** An integer exit status, or null. */
export function exitCodeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** The members that say something, as JSON. */
export function jsonOf(value: JsonObject, ...without: string[]): string {
  const said = Object.entries(value).filter(
    ([name, member]) => !without.includes(name) && member !== null && member !== undefined,
  )
  return said.length === 0 ? '' : JSON.stringify(Object.fromEntries(said))
}
