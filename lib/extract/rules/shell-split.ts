/** One simple command of a shell line, with what was fed into it. */
export interface SimpleCommand {
  /** Words with quotes taken off; leading `NAME=value` assignments are dropped. */
  words: string[]
  /** Body of a heredoc; null without one. */
  heredoc: string | null
  /** Files that output is redirected to (`>`, `>>`, `>|`), without `2>` and `/dev/null`. */
  writesTo: string[]
  /** True when it reads the output of the command before it. */
  piped: boolean
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/

/**
 * Splits a bash text into its simple commands: `&&`, `||`, `;`, `|`, newlines, heredocs, comments, redirections.
 * Tolerant by design: an open quote or heredoc ends with the text, subshell brackets are skipped. Linear time.
 */
export function splitShell(text: string): SimpleCommand[] {
  const commands: SimpleCommand[] = []
  let current = emptyCommand(false)
  let word = ''
  let inWord = false
  let redirect: 'write' | 'ignore' | null = null
  const pendingHeredocs: { tag: string; of: SimpleCommand }[] = []

  const endWord = () => {
    if (!inWord) return
    if (redirect === 'write' && word !== '/dev/null') current.writesTo.push(word)
    else if (redirect === null && !(current.words.length === 0 && ASSIGNMENT.test(word)))
      current.words.push(word)
    redirect = null
    word = ''
    inWord = false
  }
  const endCommand = (piped: boolean) => {
    endWord()
    redirect = null
    if (
      current.words.length > 0 ||
      current.writesTo.length > 0 ||
      pendingHeredocs.some((h) => h.of === current)
    ) {
      commands.push(current)
    }
    current = emptyCommand(piped)
  }

  let i = 0
  while (i < text.length) {
    const c = text.charAt(i)
    if (c === '\\') {
      if (text.charAt(i + 1) !== '\n') {
        word += text.charAt(i + 1)
        inWord = true
      }
      i += 2
    } else if (c === "'" || c === '"') {
      const end = closingQuote(text, i)
      word += text.slice(i + 1, end)
      inWord = true
      i = end + 1
    } else if (c === '\n') {
      endCommand(false)
      i += 1
      for (const heredoc of pendingHeredocs.splice(0)) {
        const body = heredocBody(text, i, heredoc.tag)
        heredoc.of.heredoc = (heredoc.of.heredoc ?? '') + body.text
        i = body.next
      }
    } else if (c === '<' && text.startsWith('<<', i) && !text.startsWith('<<<', i)) {
      endWord()
      const tag = /^<<-?\s*(['"]?)([A-Za-z0-9_.-]+)\1/.exec(text.slice(i, i + 80))
      if (tag?.[2] === undefined) i += 2
      else {
        pendingHeredocs.push({ tag: tag[2], of: current })
        i += tag[0].length
      }
    } else if (c === '<') {
      endWord()
      redirect = 'ignore'
      i += text.startsWith('<<<', i) ? 3 : 1
    } else if (c === '>' || (c === '&' && text.charAt(i + 1) === '>')) {
      const isStderr = inWord && word === '2'
      if (inWord && (word === '1' || word === '2')) {
        word = ''
        inWord = false
      } else endWord()
      i += c === '&' ? 2 : 1
      while (text.charAt(i) === '>' || text.charAt(i) === '|') i += 1
      if (text.charAt(i) === '&') {
        i += 1
        redirect = 'ignore'
      } else redirect = isStderr ? 'ignore' : 'write'
    } else if (c === '&' || c === '|' || c === ';') {
      const doubled = text.charAt(i + 1) === c
      endCommand(c === '|' && !doubled)
      i += doubled ? 2 : 1
    } else if (c === '#' && !inWord) {
      while (i < text.length && text.charAt(i) !== '\n') i += 1
    } else if ((c === '(' || c === ')' || c === '{' || c === '}') && !inWord) {
      i += 1
    } else if (c === ')' && !word.includes('(')) {
      endWord()
      i += 1
    } else if (c === ' ' || c === '\t' || c === '\r') {
      endWord()
      i += 1
    } else {
      word += c
      inWord = true
      i += 1
    }
  }
  endCommand(false)
  return commands
}

function emptyCommand(piped: boolean): SimpleCommand {
  return { words: [], heredoc: null, writesTo: [], piped }
}

function closingQuote(text: string, open: number): number {
  const quote = text.charAt(open)
  let i = open + 1
  while (i < text.length && text.charAt(i) !== quote) i += quote === '"' && text.charAt(i) === '\\' ? 2 : 1
  return Math.min(i, text.length)
}

function heredocBody(text: string, from: number, tag: string): { text: string; next: number } {
  let lineStart = from
  while (lineStart < text.length) {
    const newline = text.indexOf('\n', lineStart)
    const lineEnd = newline === -1 ? text.length : newline
    if (text.slice(lineStart, lineEnd).trim() === tag) {
      return { text: text.slice(from, lineStart), next: Math.min(lineEnd + 1, text.length) }
    }
    lineStart = lineEnd + 1
  }
  return { text: text.slice(from), next: text.length }
}
