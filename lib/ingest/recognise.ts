import { hasAll, hasAny, isObject, listAt } from './shape.ts'

/** What a file is when no reader takes it: a trajectory that is not read yet, or no trajectory at all. */
export interface Recognition {
  format: string
  status: 'unsupported' | 'not-a-trajectory'
}

/** What a detector sees of a file: its first records; one record that is the whole file unless `isLines`. */
interface Sample {
  isLines: boolean
  first: unknown
  records: unknown[]
}

interface Detector {
  name: string
  detect: (sample: Sample) => boolean
}

/** Records that are looked at; session files start with a few lines of bookkeeping. */
export const SAMPLE_RECORDS = 20

/**
 * Names a JSON or JSON Lines file by its shape alone, or null when the shape is unknown.
 * `values` are its first records. Layouts: research/trajectories.md §3.6-3.14.
 */
export function recogniseJson(values: unknown[], isLines: boolean): Recognition | null {
  const sample = { isLines, first: values[0], records: values }
  const foreign = foreignMiniFormat(sample.first)
  if (foreign !== null) return { format: foreign, status: 'unsupported' }
  const trajectory = TRAJECTORIES.find(({ detect }) => detect(sample))
  if (trajectory !== undefined) return { format: trajectory.name, status: 'unsupported' }
  const other = OTHERS.find(({ detect }) => detect(sample))
  return other === undefined ? null : { format: other.name, status: 'not-a-trajectory' }
}

/** Names a text that is not JSON: chat logs, licences, notes. */
export function recogniseText(text: string): Recognition {
  const start = text.slice(0, 400_000)
  const isChat = /^#### /m.test(start) && /^> /m.test(start) && /\baider\b/i.test(start)
  if (/^# aider chat started at /m.test(start)) return { format: 'aider-chat-history', status: 'unsupported' }
  if (isChat) {
    const isPage = start.startsWith('---') || start.includes('class="chat-transcript"')
    return { format: isPage ? 'aider-chat-markdown' : 'aider-chat-history', status: 'unsupported' }
  }
  if (isLicence(start.slice(0, 4_000))) return { format: 'licence', status: 'not-a-trajectory' }
  if (/^(?:diff --git |--- a\/)/m.test(start.slice(0, 2_000)))
    return { format: 'patch', status: 'not-a-trajectory' }
  if (/^#{1,3} \S/m.test(start)) return { format: 'markdown', status: 'not-a-trajectory' }
  return { format: 'plain-text', status: 'not-a-trajectory' }
}

function isLicence(text: string): boolean {
  if (/permission is hereby granted|redistribution and use in source and binary forms/i.test(text))
    return true
  return /\blicen[cs]e\b/i.test(text) && /copyright|terms and conditions|creative commons/i.test(text)
}

const hasTextRole = (message: unknown) => isObject(message) && typeof message.role === 'string'

const CODEX_TYPES = ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']

/** Trajectories of other agents, most telling shape first. */
const TRAJECTORIES: readonly Detector[] = [
  { name: 'codex-rollout-jsonl', detect: ({ records }) => records.some(isCodexItem) },
  { name: 'codex-exec-events-jsonl', detect: ({ records }) => records.some(isCodexExecEvent) },
  {
    name: 'atof-events-jsonl',
    detect: ({ records }) => records.some((record) => hasAll(record, 'atof_version')),
  },
  { name: 'openhands-llm-completion', detect: ({ first }) => isLlmCompletion(first) },
  { name: 'openhands-output-jsonl', detect: ({ first }) => isOpenHandsOutput(first) },
  { name: 'openhands-event-list', detect: ({ first }) => Array.isArray(first) && isOpenHandsEvent(first[0]) },
  {
    name: 'openai-chat-tools',
    detect: ({ first }) => hasAll(first, 'messages', 'tools') && listAt(first, 'messages').some(hasTextRole),
  },
  {
    name: 'nebius-swe-agent',
    detect: ({ first }) =>
      listAt(first, 'trajectory').some(
        (turn) => hasAll(turn, 'role') && hasAny(turn, 'text', 'system_prompt'),
      ),
  },
  {
    name: 'inspect-eval-json',
    detect: ({ first }) => hasAll(first, 'eval', 'status') && hasAny(first, 'samples', 'plan', 'stats'),
  },
  {
    name: 'gemini-cli-session-json',
    detect: ({ first }) =>
      listAt(first, 'messages').some((message) => hasAll(message, 'type', 'content')) &&
      hasAny(first, 'sessionId', 'projectHash'),
  },
  { name: 'opencode-tables-json', detect: ({ first }) => hasAll(first, 'session', 'messages', 'parts') },
  { name: 'adp-std', detect: ({ first }) => listAt(first, 'content').some((item) => hasAll(item, 'class_')) },
  {
    name: 'devai-trajectory',
    detect: ({ first }) => Array.isArray(first) && hasAll(first[0], 'step', 'agent', 'environment'),
  },
  {
    name: 'moatless-node-tree',
    detect: ({ first }) =>
      listAt(first, 'nodes').some((node) => hasAll(node, 'node_id')) ||
      (isObject(first) && hasAll(first.root, 'node_id')),
  },
  { name: 'moatless-search-tree', detect: ({ first }) => hasSiblings(listAt(first, 'transitions')) },
  {
    name: 'moatless-transitions',
    detect: ({ first }) =>
      Array.isArray(isObject(first) ? first.transitions : null) && hasAny(first, 'initial_message', 'info'),
  },
  {
    name: 'moatless-2024-06-09',
    detect: ({ first }) =>
      listAt(first, 'steps').some((step) => hasAll(step, 'actions')) && hasAny(first, 'input', 'info'),
  },
  { name: 'chat-messages', detect: ({ first }) => listAt(first, 'messages').some(hasTextRole) },
  {
    name: 'openai-chat-messages',
    detect: ({ first }) => Array.isArray(first) && first.length > 0 && first.every(hasTextRole),
  },
]

/** What lies beside trajectories: reports, results, task lists, settings. */
const OTHERS: readonly Detector[] = [
  {
    name: 'swebench-report',
    detect: ({ first }) => isReport(first) || (isObject(first) && firstMember(first, isReport)),
  },
  {
    name: 'swebench-summary',
    detect: ({ first }) =>
      hasAny(first, 'resolved_ids', 'unresolved_ids', 'completed_ids', 'submitted_ids') ||
      isIdList(isObject(first) ? first.resolved : null),
  },
  {
    name: 'swebench-predictions',
    detect: ({ first }) =>
      isPrediction(first) ||
      (Array.isArray(first) && isPrediction(first[0])) ||
      (isObject(first) && firstMember(first, isPrediction)),
  },
  {
    name: 'results-jsonl',
    detect: ({ first, isLines }) =>
      isResult(first) || (!isLines && Array.isArray(first) && isResult(first[0])),
  },
  { name: 'tasks-jsonl', detect: ({ first }) => isTask(first) || (Array.isArray(first) && isTask(first[0])) },
  {
    name: 'pairs-json',
    detect: ({ first }) => Array.isArray(first) && hasAll(first[0], 'baseline', 'variant'),
  },
  { name: 'task-ids', detect: ({ first }) => isIdList(first) && Array.isArray(first) && first.length > 0 },
  { name: 'openhands-run-metadata', detect: ({ first }) => hasAll(first, 'agent_class', 'llm_config') },
  {
    name: 'file-index',
    detect: ({ first }) => listAt(first, 'entries').some((entry) => hasAll(entry, 'file')),
  },
]

function isCodexItem(record: unknown): boolean {
  if (!isObject(record) || record.sessionId !== undefined || record.message !== undefined) return false
  if (record.payload !== undefined) return CODEX_TYPES.includes(String(record.type))
  // Oldest files have no payload: a head line with the session, then bare items.
  return hasAll(record, 'record_type') || hasAll(record, 'id', 'timestamp', 'instructions')
}

function isCodexExecEvent(record: unknown): boolean {
  return (
    isObject(record) &&
    typeof record.type === 'string' &&
    /^(?:thread\.|turn\.|item\.)(?:started|completed|updated|failed)$/.test(record.type)
  )
}

function isLlmCompletion(value: unknown): boolean {
  return (
    hasAll(value, 'messages', 'response') && isObject(value.response) && Array.isArray(value.response.choices)
  )
}

function isOpenHandsOutput(value: unknown): boolean {
  // Other benchmarks name the task otherwise or not at all: then the events themselves have to tell.
  if (!hasAll(value, 'instance_id', 'history') && !listAt(value, 'history').some(isOpenHandsEvent))
    return false
  return hasAny(value, 'metadata', 'test_result', 'instruction', 'git_patch')
}

/** Two transitions that follow the same one: a search that branches is not one run. */
function hasSiblings(transitions: unknown[]): boolean {
  const parents = transitions.flatMap((one) => {
    const parent = isObject(one) ? (one.parent_id ?? one.parent) : null
    return typeof parent === 'number' || typeof parent === 'string' ? [String(parent)] : []
  })
  return new Set(parents).size < parents.length
}

/** An event, or until mid-2024 a pair of action and observation. */
function isOpenHandsEvent(value: unknown): boolean {
  if (Array.isArray(value)) return hasAll(value[0], 'action') && hasAny(value[1], 'observation')
  return hasAny(value, 'action', 'observation') && hasAny(value, 'source', 'args', 'cause')
}

function isReport(value: unknown): boolean {
  return (
    hasAll(value, 'resolved') &&
    hasAny(value, 'tests_status', 'patch_successfully_applied', 'patch_is_None', 'patch_exists')
  )
}

function isPrediction(value: unknown): boolean {
  return hasAny(value, 'model_patch') && hasAny(value, 'model_name_or_path', 'instance_id')
}

function isResult(value: unknown): boolean {
  if (hasAll(value, 'instance_id', 'resolved')) return true
  return hasAll(value, 'agent', 'task', 'requirements')
}

function isTask(value: unknown): boolean {
  if (hasAll(value, 'instance_id'))
    return hasAny(value, 'problem_statement', 'difficulty', 'solved_by', 'repo', 'base_commit')
  return hasAll(value, 'query', 'requirements')
}

function isIdList(value: unknown): boolean {
  return Array.isArray(value) && value.slice(0, 50).every((item) => typeof item === 'string')
}

function firstMember(value: object, test: (member: unknown) => boolean): boolean {
  const [member] = Object.values(value)
  return member !== undefined && test(member)
}

/** A mini-swe-agent file of a version that is newer than the readers. */
function foreignMiniFormat(value: unknown): string | null {
  if (!isObject(value) || typeof value.trajectory_format !== 'string') return null
  return value.trajectory_format.slice(0, 80)
}
