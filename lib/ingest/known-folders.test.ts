import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { readTrajectories } from './ingest-file.ts'
import { findRuns, listFound, readFound } from './known-folders.ts'

const home = mkdtempSync(join(tmpdir(), 'home-'))
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}
const OPENCODE = '.local/share/opencode/storage'

beforeAll(() => {
  put('.claude/projects/-a/s1.jsonl', '{}')
  put('.claude/projects/-a/s1/subagents/agent-1.jsonl', '{}')
  put('.claude/projects/-a/notes.txt', 'no')
  put('.codex/sessions/2026/01/01/rollout-x.jsonl', '{"type":"session_meta","payload":{"id":"c"}}')
  put('.gemini/tmp/p/chats/session-1.json', '{}')
  put('.gemini/tmp/p/logs.json', '[]')
  put(`${OPENCODE}/session/p/ses_1.json`, '{"id":"ses_1"}')
  put(`${OPENCODE}/message/ses_1/msg_1.json`, '{"id":"msg_1","role":"user"}')
  put(`${OPENCODE}/part/msg_1/prt_1.json`, '{"id":"prt_1","type":"text","text":"Mend it."}')
  put('.openhands/conversations/c1/events/event-00000-a.json', '{"kind":"MessageEvent","source":"user"}')
  put('.openhands/conversations/c1/base_state.json', '{}')
  put('.aider.chat.history.md', '# aider chat started at x')
  put('.cursor/chats/x/store.db', 'x')
  put('secret.jsonl', 'x')
  symlinkSync(join(home, 'secret.jsonl'), join(home, '.claude/projects/-a/link.jsonl'))
})

it('what lies in the known folders is counted without being opened, and what cannot be read says what to do', async () => {
  const found = await findRuns(home, {})
  expect(found.map(({ agent, folder, sessionCount }) => [agent, folder, sessionCount])).toEqual([
    ['claude-code', '~/.claude/projects', 2],
    ['codex', '~/.codex/sessions', 1],
    ['gemini-cli', '~/.gemini/tmp', 1],
    ['opencode', `~/${OPENCODE}`, 1],
    ['openhands', '~/.openhands', 1],
    ['aider', '~', 1],
    ['cursor', '~/.cursor/chats', 1],
  ])
  expect(found.map(({ unread }) => unread !== null)).toEqual([false, false, false, false, false, false, true])
  expect(found[0]?.byteCount).toBe(4)
  expect(await findRuns(join(home, 'nobody'), {})).toEqual([])
})

it('the variables by which agents move their folders are followed', async () => {
  const [found] = await findRuns('/nobody', { CODEX_HOME: join(home, '.codex') })
  expect(found).toMatchObject({ agent: 'codex', sessionCount: 1 })
})

it.each([
  ['codex', '2026/01/01/rollout-x.jsonl', 'codex-rollout-jsonl'],
  ['opencode', 'session/p/ses_1.json', 'opencode-tables-json'],
  ['openhands', 'conversations/c1/events', 'openhands-event-list'],
] as const)('a session of %s is read whole', async (agent, path, format) => {
  expect((await listFound(agent, home, {})).map((file) => file.path)).toEqual([path])
  expect(readTrajectories(await readFound(agent, path, home, {}), path).format).toBe(format)
})

it.each(['../../secret.jsonl', '-a/notes.txt', '-a/link.jsonl', '/etc/passwd', '-a/missing.jsonl', ''])(
  'nothing else of the disk is read: %j',
  async (path) => {
    await expect(readFound('claude-code', path, home, {})).rejects.toMatchObject({ code: 'not-found-here' })
  },
)
