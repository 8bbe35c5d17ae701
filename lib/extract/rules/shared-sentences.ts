import type { Trajectory } from '../../memory/trajectory.ts'

/** A line that so many tasks of a project hold is a wrapper's and no task. Ours. */
const SHARED_BY = 3
/** Shorter lines (headings of an issue's template) tell nothing either way. */
const LEAST_WORDS = 4

/**
 * The task without the lines that at least three others hold as well, and with a title of its own; as it was where nothing else is
 * left. `others`: tasks of other instances of the same project.
 */
export function withoutShared(
  task: Trajectory['task'],
  others: readonly string[],
): Pick<Trajectory['task'], 'title' | 'text'> {
  if (others.length < SHARED_BY) return task
  const held = others.map((text) => new Set(text.split('\n').map(plain)))
  const isShared = (line: string) =>
    line.split(' ').length >= LEAST_WORDS && held.filter((lines) => lines.has(line)).length >= SHARED_BY
  const lines = task.text.split('\n')
  const own = lines.filter((line) => !isShared(plain(line)))
  if (own.length === lines.length || !own.some((line) => /\p{L}/u.test(line))) return task
  const text = own.join('\n').trim()
  if (!isShared(plain(task.title))) return { title: task.title, text }
  const title = own.map((line) => line.replace(/^[#\s]+/, '').trim()).find((line) => /\p{L}/u.test(line))
  return { title: (title ?? task.title).slice(0, 160).toWellFormed(), text }
}

function plain(line: string): string {
  return line.replace(/\s+/g, ' ').trim()
}
