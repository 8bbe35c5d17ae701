import type { Trajectory } from '../../memory/trajectory.ts'
import { parseEmbedded } from '../parse-json.ts'
import { isObject } from '../shape.ts'

/** Names under which editors take what goes and what comes. */
const OLD = ['old_string', 'old_str', 'oldString']
const NEW = ['new_string', 'new_str', 'newString', 'content', 'file_text']

/** Lines that a run's patch adds; where it handed none in, those that its edits left, in the order they were written. */
export function addedLines({ submission, steps }: Pick<Trajectory, 'submission' | 'steps'>): string[] {
  if (submission !== null && /^(?:diff --git |--- )/m.test(submission)) return signed(submission, '+')
  const added = new Set<string>()
  const put = (out: readonly string[], into: readonly string[]) => {
    for (const line of out) if (!into.includes(line)) added.delete(line)
    for (const line of into) if (!out.includes(line)) added.add(line)
  }
  for (const { tool, text } of steps.flatMap(({ actions }) => actions)) {
    if (/\*\*\* (?:Begin Patch|Update File|Add File)/.test(text)) put(signed(text, '-'), signed(text, '+'))
    const args = text.startsWith('{') && tool !== 'bash' ? parseEmbedded(text) : null
    if (!isObject(args)) continue
    const edits = Array.isArray(args.edits) ? args.edits.filter(isObject) : [args]
    for (const edit of edits) put(lines(edit, OLD), lines(edit, NEW))
  }
  return [...added]
}

function lines(edit: Record<string, unknown>, names: readonly string[]): string[] {
  const texts = names.map((name) => edit[name]).filter((text) => typeof text === 'string')
  return texts.flatMap((text) => text.split('\n').map((line) => line.trim()))
}

function signed(patch: string, sign: string): string[] {
  const of = patch.split('\n').filter((line) => line.startsWith(sign) && !/^(?:\+\+\+|---)(?: |$)/.test(line))
  return of.map((line) => line.slice(1).trim())
}
