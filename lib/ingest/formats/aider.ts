import { observationOf } from '../action-text.ts'
import { Tally, textOrNull } from '../finish-trajectory.ts'
import { isoOf, runOf } from '../run-draft.ts'
import { stepsOfTurns, type Turn } from '../turns.ts'
import type { SessionRead, TextFormat } from './session-format.ts'

/** `.aider.chat.history.md`: chats one after the other, each begun by its date. */
export const aiderHistory: TextFormat = {
  name: 'aider-chat-history',
  detect: (start) => /^# aider chat started at /m.test(start) || (isAiderChat(start) && !isPage(start)),
  parse: (text, fileName) => parse(text, fileName, 'aider-chat-history'),
}

export const aiderMarkdown: TextFormat = {
  name: 'aider-chat-markdown',
  detect: (start) => isAiderChat(start) && isPage(start),
  parse: (text, fileName) => parse(text, fileName, 'aider-chat-markdown'),
}

function isAiderChat(start: string): boolean {
  return /^#### /m.test(start) && /^> /m.test(start) && /\baider\b/i.test(start)
}

function isPage(start: string): boolean {
  return start.startsWith('---') || start.includes('class="chat-transcript"')
}

interface Chat {
  /** The line after `# aider chat started at`, local time without a zone. */
  started: string | null
  version: string | null
  backbone: string | null
  task: string
  turns: Turn[]
  costUsd: number | null
  text: string[]
}

/** A chat is a run where the agent was asked for something: `#### ` a person, `> ` the program, the rest the agent. */
function parse(text: string, fileName: string, format: string): SessionRead {
  const chats = readChats(text)
  const kept = chats.filter(({ turns }) => turns.some(({ kind }) => kind === 'agent'))
  const several = kept.length > 1
  const trajectories = (kept.length > 0 ? kept : chats.slice(0, 1)).map((chat, i) => {
    const tally = new Tally()
    const run = runOf(
      {
        format,
        raw: chat.task,
        steps: stepsOfTurns(chat.turns, tally),
        recordId: null,
        agent: 'Aider',
        version: chat.version,
        backbone: chat.backbone,
        costUsd: chat.costUsd,
        startedAt: isoOf(chat.started),
        tally,
      },
      { fileName, record: several ? i + 1 : null },
    )
    return run
  })
  const talk = chats.length - trajectories.length
  return {
    trajectories,
    recordTexts: (kept.length > 0 ? kept : chats.slice(0, 1)).map((chat) => chat.text.join('\n')),
    warnings: talk > 0 ? [`${talk} × chat in which the agent said nothing, left out`] : [],
  }
}

type Who = 'person' | 'program' | 'agent'

function readChats(text: string): Chat[] {
  const chats: Chat[] = []
  let chat = newChat(null)
  let block: { who: Who; lines: string[] } | null = null
  const close = () => {
    if (block !== null) keepBlock(block.who, block.lines.join('\n').trim(), chat)
    block = null
  }
  const finish = () => {
    close()
    if (chat.turns.length > 0 || chat.task !== '') chats.push(chat)
  }
  let isFenced = false
  for (const line of text.split('\n')) {
    const started = isFenced ? undefined : /^# aider chat started at (.{1,40})$/.exec(line.trimEnd())?.[1]
    if (started !== undefined) {
      finish()
      chat = newChat(started)
      continue
    }
    chat.text.push(line)
    if (/^```/.test(line)) isFenced = !isFenced
    const who: Who = isFenced
      ? 'agent'
      : line.startsWith('#### ') || line.trimEnd() === '####'
        ? 'person'
        : line.startsWith('>')
          ? 'program'
          : 'agent'
    const isBlank = line.trim() === ''
    if (block !== null && (block.who === who || isBlank)) block.lines.push(bare(line, who))
    else if (!isBlank) {
      close()
      block = { who, lines: [bare(line, who)] }
    }
  }
  finish()
  return chats
}

function bare(line: string, who: Who): string {
  if (who === 'agent') return line
  return (who === 'person' ? line.replace(/^#### ?/, '') : line.replace(/^> ?/, '')).trimEnd()
}

function newChat(started: string | null): Chat {
  return { started, version: null, backbone: null, task: '', turns: [], costUsd: null, text: [] }
}

function keepBlock(who: Who, text: string, chat: Chat): void {
  if (text === '') return
  if (who === 'program') {
    chat.version ??= /^Aider v([\w.]+)/m.exec(text)?.[1] ?? null
    chat.backbone ??= /^(?:Main model|Models?): ([\w./:-]+)/m.exec(text)?.[1] ?? null
    const cost = /\$([\d.]+) (?:session|send, \$([\d.]+) session)/.exec(text)
    if (cost) chat.costUsd = Number(/\$([\d.]+) session/.exec(text)?.[1])
    const isAnswer = chat.turns.some(({ kind }) => kind === 'agent')
    if (isAnswer) chat.turns.push({ kind: 'result', observation: observationOf(text) })
  } else if (who === 'person') {
    // `/add`, `/drop` and the like speak to the program; `/ask`, `/code` and `/architect` to the agent.
    const words = text.replace(/^\/(?:ask|code|architect)\s+/, '')
    if (words.startsWith('/')) return
    if (chat.task === '') chat.task = words
    else chat.turns.push({ kind: 'user', text: words })
  } else if (chat.task !== '') chat.turns.push(agentTurn(text))
}

/** Edits in the agent's words: `<<<<<<< SEARCH` (once `ORIGINAL`, `HEAD`) to `>>>>>>> REPLACE`, with the path before the fence. */
function agentTurn(text: string): Turn {
  const lines = text.split('\n')
  const actions = []
  const prose: string[] = []
  let [path, edit] = ['', null as string[] | null]
  for (const line of lines) {
    if (edit === null && /^<{5,9} ?(?:SEARCH|ORIGINAL|HEAD)/.test(line)) edit = [line]
    else if (edit !== null) {
      edit.push(line)
      if (/^>{5,9} ?(?:REPLACE|UPDATED|updated)/.test(line)) {
        actions.push({ tool: 'edit', text: `${path}\n${edit.join('\n')}`.trim(), callId: null })
        edit = null
      }
    } else {
      if (/^[\w./-]+\.\w{1,8}:?$/.test(line.trim())) path = line.trim().replace(/:$/, '')
      prose.push(line)
    }
  }
  return { kind: 'agent', thought: textOrNull(prose.join('\n').trim()), actions }
}
