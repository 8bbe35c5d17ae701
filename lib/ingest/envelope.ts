import { parseEmbedded } from './parse-json.ts'
import { isObject, type JsonObject } from './shape.ts'

/** Names under which others wrap a run, the events of one, or several runs. Ours, by what lies in public repositories. */
const NAMES = [
  'trajectory', 'traj', 'run', 'record', 'result', 'item', 'session', 'conversation', 'data', 'row',
  'events', 'messages', 'entries', 'items', 'lines', 'history', 'trajectories', 'runs', 'records', 'results',
  'train', 'rows', 'sessions',
] // biome-ignore format: one list, read as one
/** Envelopes within envelopes that are opened. Ours. */
const DEEPEST = 3
/** What an envelope says of the run in it. */
const ABOUT = ['instance_id', 'resolved', 'model'] as const

/**
 * What a value wraps that `isKnown`: under a usual name, as the only item of a list or as JSON in a text, envelopes in envelopes too.
 * What the envelope says of a run (id, outcome, model) comes along. Undefined where nothing in it is known.
 */
export function openEnvelope(value: unknown, isKnown: (value: unknown) => boolean, depth = 0): unknown {
  if (depth > 0 && isKnown(value)) return value
  if (depth > DEEPEST) return undefined
  if (typeof value === 'string' && /^\s*[{[]/.test(value))
    return openEnvelope(parseEmbedded(value), isKnown, depth + 1)
  if (Array.isArray(value)) {
    if (value.length === 1) return openEnvelope(value[0], isKnown, depth + 1)
    if (depth > 0 || openEnvelope(value[0], isKnown, depth + 1) === undefined) return undefined
    const opened = value.map((item) => openEnvelope(item, isKnown, depth + 1))
    return opened.includes(undefined) ? undefined : opened
  }
  if (!isObject(value)) return undefined
  for (const name of NAMES) {
    const inner = value[name]
    if (inner === undefined || inner === null) continue
    const found = openEnvelope(inner, isKnown, depth + 1)
    if (found !== undefined) return withAbout(found, value)
  }
  return undefined
}

function withAbout(run: unknown, envelope: JsonObject): unknown {
  if (!isObject(run)) return run
  const said = ABOUT.filter((name) => run[name] === undefined && envelope[name] !== undefined)
  return { ...run, ...Object.fromEntries(said.map((name) => [name, envelope[name]])) }
}
