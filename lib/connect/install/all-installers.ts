import type { AgentName } from '../../memory/agents.ts'
import { claudeCode } from './agents/claude-code.ts'
import { codex } from './agents/codex.ts'
import { cursor } from './agents/cursor.ts'
import { gemini } from './agents/gemini.ts'
import { goose } from './agents/goose.ts'
import { opencode } from './agents/opencode.ts'
import { openhands } from './agents/openhands.ts'
import type { Installer } from './install.ts'

export const INSTALLERS: Readonly<Record<AgentName, Installer>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  cursor,
  openhands,
  opencode,
  goose,
}
