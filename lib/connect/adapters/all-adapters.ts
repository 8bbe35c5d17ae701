import type { AgentName } from '../../memory/agents.ts'
import type { Adapter } from '../hook-event.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { goose } from './goose.ts'
import { opencode } from './opencode.ts'
import { openhands } from './openhands.ts'

export const ADAPTERS: Readonly<Record<AgentName, Adapter>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  cursor,
  openhands,
  opencode,
  goose,
}
