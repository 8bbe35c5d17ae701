import type { BenchTask } from './bench-task.ts'

/** What somebody writes who uses a function and sees its result: all that an agent knows at the start. */
export function reportText(task: Pick<BenchTask, 'library' | 'named' | 'title'>): string {
  const { library, named, title } = task
  const symptom = title.slice(title.lastIndexOf(': ') + 2)
  return `${title}\n\nWe call \`${named}\` of the ${library} library. For some inputs the result ${symptom}; for others it is right. The tests of \`${named}\` say what it should be.`
}
