import { hasAll, hasAny, isObject, listAt } from './shape.ts'

/** What a file is when no reader takes it: a trajectory of a layout to come, or no trajectory at all. */
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

/**
 * Names a JSON or JSON Lines file by its shape alone, or null when the shape is unknown.
 * `values` are its first records.
 */
export function recogniseJson(values: unknown[], isLines: boolean): Recognition | null {
  const sample = { isLines, first: values[0], records: values }
  const foreign = foreignVersion(sample.first)
  if (foreign !== null) return { format: foreign, status: 'unsupported' }
  const other = OTHERS.find(({ detect }) => detect(sample))
  return other === undefined ? null : { format: other.name, status: 'not-a-trajectory' }
}

/** Names a text that is not JSON and no chat: licences, patches, notes. */
export function recogniseText(text: string): Recognition {
  const start = text.slice(0, 400_000)
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
    name: 'opencode-storage-file',
    detect: ({ first }) =>
      hasAny(first, 'sessionID', 'messageID', 'projectID') &&
      hasAll(first, 'id') &&
      /^(?:ses|msg|prt)_/.test(String(first.id)),
  },
  {
    name: 'prompts-list',
    detect: ({ first }) => Array.isArray(first) && hasAll(first[0], 'sessionId', 'messageId', 'message'),
  },
  { name: 'aider-results', detect: ({ first }) => hasAll(first, 'testcase', 'tests_outcomes') },
  {
    name: 'file-index',
    detect: ({ first }) => listAt(first, 'entries').some((entry) => hasAll(entry, 'file')),
  },
]

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

/** A file of mini-swe-agent or of ATIF, of a version that is newer than the readers. */
function foreignVersion(value: unknown): string | null {
  if (!isObject(value)) return null
  const { trajectory_format: mini, schema_version: atif } = value
  if (typeof mini === 'string') return mini.slice(0, 80)
  return typeof atif === 'string' && /^ATIF-v\d/.test(atif) ? atif.slice(0, 80) : null
}
