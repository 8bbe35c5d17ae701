import type { Recognition } from './recognise.ts'

const OUTCOMES = ['swebench-report', 'swebench-summary', 'results-jsonl']
const NAMES: Record<string, string> = {
  'swebench-report': 'a SWE-bench report of outcomes',
  'swebench-summary': 'a SWE-bench summary of outcomes',
  'results-jsonl': 'a list of outcomes',
  'swebench-predictions': 'patches without the runs that made them',
  'tasks-jsonl': 'a list of tasks',
  'pairs-json': 'a list of pairs of runs',
  'task-ids': 'a list of task ids',
  'openhands-run-metadata': 'settings of an OpenHands run',
  'opencode-storage-file': "one of many files of OpenCode's storage",
  'prompts-list': 'the prompts of sessions without what was done',
  'aider-results': 'the result of one exercise of Aider',
  'file-index': 'an index of files',
  licence: 'a licence',
  patch: 'a patch',
  markdown: 'a page of notes',
  'plain-text': 'plain text',
}

/** What a file is that holds no run which can be read, and what to do with it, in one line. */
export function whatToDo({ format, status }: Recognition): string {
  if (status === 'unsupported')
    return `a run in the layout ${format}, which is not read yet: write it as ATIF (docs/import.md) and import that, or leave it out`
  const name = NAMES[format] ?? format
  if (format === 'opencode-storage-file')
    return `${name}: import the folder that holds session, message and part, or what \`opencode export\` prints`
  return OUTCOMES.includes(format)
    ? `${name}, no run: give it as results, with --results FILE or under Outcomes on the page Import`
    : `${name}, no run: leave it out`
}
