import type { Library } from '../code/library.ts'
import type { BenchTask } from './bench-task.ts'

/** The title of a report: what a function is about, and what is wrong with it. */
export function reportTitle({ topics }: Pick<Library, 'topics'>, named: string, symptom: string): string {
  const topic = topics.get(named) ?? named
  return `${topic[0]?.toUpperCase() ?? ''}${topic.slice(1)}: ${symptom}`
}

/** What somebody writes who uses a function and sees its result: all that an agent knows at the start. */
export function reportText(task: Pick<BenchTask, 'library' | 'named' | 'title'>): string {
  const { library, named, title } = task
  const symptom = title.slice(title.lastIndexOf(': ') + 2)
  return `${title}\n\nWe call \`${named}\` of the ${library} library. For some inputs the result ${symptom}; for others it is right. The tests of \`${named}\` say what it should be.`
}
