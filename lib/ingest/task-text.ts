/** The task as `Trajectory.task` wants it. */
export interface TaskText {
  title: string
  text: string
  raw: string
}

/** Pairs of words between which agents put the issue, tried in this order. */
const WRAPPERS: readonly { open: string; close: string }[] = [
  { open: '<pr_description>', close: '</pr_description>' },
  { open: '<problem_statement>', close: '</problem_statement>' },
  { open: '<issue_description>', close: '</issue_description>' },
  { open: '<issue>', close: '</issue>' },
  { open: '<task_description>', close: '</task_description>' },
  { open: '\nISSUE:\n', close: '\nINSTRUCTIONS:' },
  { open: 'The description is:\n', close: '\nINSTRUCTIONS:' },
  { open: 'Please solve this issue:', close: '\n\nYou can execute bash commands' },
  { open: 'Your task:', close: '. Please reply with a single shell command' },
]
const LEAD_INS = ['Consider the following PR description:', 'Consider the following issue:']
/** A line after which the issue is pasted: `Here is the issue:`, `# Problem statement`, `Problem statement:`. */
const PASTED_AFTER =
  /^(?:#{1,4} *)?(?:\*\*)?(?:here(?: is|'s) the (?:issue|problem|bug)(?: report| description| text| statement)?|(?:the )?(?:issue|problem|bug)(?: description| statement| report| text)?(?: is| reads)?(?: as follows)?|(?:github )?issue(?: body)?)(?:\*\*)?:?(?:\*\*)?[ \t]*$/im
/** Lines in front of it that say what every run is told. */
const MOST_BEFORE_PASTED = 4_000
const TITLE_LIMIT = 160

/**
 * The issue with the prompt around it taken off; `raw` stays as it stood. `template` is the agent's own prompt
 * template with `{{task}}` in it, where the run recorded one; `known` is the issue where the run recorded it apart.
 */
export function readTask(
  raw: string,
  { template, known }: { template?: string | null; known?: string | null } = {},
): TaskText {
  const inner =
    known?.trim() ||
    unwrapByTemplate(raw, template ?? null) ||
    unwrapByWords(raw) ||
    pastedIn(withoutShellPrompt(raw))
  const text = withoutLeadIn(unwrapByWords(inner) ?? inner)
  return { title: titleOf(text), text, raw }
}

/** The `(Open file: …)`, `(Current directory: …)`, `bash-$` lines that SWE-agent adds to what it shows. */
export function withoutShellPrompt(text: string): string {
  const prompt = /\s*(?:\(Open file: [^\n]*\)\n)?\(Current directory: [^\n]*\)\nbash-\$\s*$/
  return text.slice(0, Math.max(0, text.length - 2_000)) + text.slice(-2_000).replace(prompt, '')
}

function unwrapByTemplate(raw: string, template: string | null): string | null {
  const slot = template === null ? null : /\{\{-?\s*task\s*-?\}\}/.exec(template)
  if (slot === null || template === null) return null
  const before =
    template
      .slice(0, slot.index)
      .split(/[%}]\}/)
      .at(-1)
      ?.trimStart() ?? ''
  const after =
    template
      .slice(slot.index + slot[0].length)
      .split(/\{[%{]/)[0]
      ?.slice(0, 200)
      .trimEnd() ?? ''
  const start = raw.indexOf(before)
  const end = after === '' ? raw.length : raw.indexOf(after, start + before.length)
  if (start === -1 || end === -1) return null
  return raw.slice(start + before.length, end).trim()
}

function unwrapByWords(raw: string): string | null {
  for (const { open, close } of WRAPPERS) {
    const start = raw.indexOf(open)
    const end = raw.indexOf(close, start + open.length)
    if (start !== -1 && end !== -1) return raw.slice(start + open.length, end).trim()
  }
  return null
}

/** What is pasted after a line that announces it; all of it where nothing does. */
function pastedIn(text: string): string {
  const found = PASTED_AFTER.exec(text.slice(0, MOST_BEFORE_PASTED))
  // A heading on top of an issue announces nothing: what is before it has to be words of the prompt.
  if (!found || text.slice(0, found.index).trim() === '') return text
  const pasted = text
    .slice(found.index + found[0].length)
    .trim()
    .replace(/^(?:```\w*|"""|---+)[ \t]*\n([\s\S]*?)\n(?:```|"""|---+)[ \t]*(?:\n[\s\S]*)?$/, '$1')
    .trim()
  return pasted === '' ? text : pasted
}

function withoutLeadIn(text: string): string {
  const leadIn = LEAD_INS.find((words) => text.startsWith(words))
  return leadIn === undefined ? text.trim() : text.slice(leadIn.length).trim()
}

/** First line that says something, without heading marks; cut at 160 characters. */
function titleOf(text: string): string {
  const lines = text.split('\n', 50).map((line) => line.replace(/^#+\s*/, '').trim())
  const line = lines.find((words) => words !== '') ?? ''
  if (line.length <= TITLE_LIMIT) return line
  // Half of a pair at the cut goes too.
  return `${line
    .slice(0, TITLE_LIMIT - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}
