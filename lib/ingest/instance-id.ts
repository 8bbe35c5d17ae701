import type { RecordSource } from './formats/format.ts'

/** Longest id that is taken for one, characters (ours; file names end at 255). */
const ID_LIMIT = 300

/** Which instance a run is an attempt at, and the warning when only the file name could say so. */
interface InstanceName {
  instanceId: string
  warning: string | null
}

/**
 * The instance id by the order of DESIGN §1: an explicit field, else `instance_id:` in the first prompt,
 * else the record's own id, else the file name (with a warning; `#n` for the n-th record of a file).
 */
export function nameInstance(
  candidates: { explicit: string | null | undefined; prompt: string; recordId: string | null | undefined },
  source: RecordSource,
): InstanceName {
  const named =
    clean(candidates.explicit) ?? clean(idInPrompt(candidates.prompt)) ?? clean(candidates.recordId)
  if (named !== null) return { instanceId: named, warning: null }
  const fromName = instanceIdFromFileName(source.fileName)
  const instanceId = source.record === null ? fromName : `${fromName}#${source.record}`
  return { instanceId, warning: `no instance id in the file: "${instanceId}" is taken from its name` }
}

/** `owner/name` out of `owner__name-123`, `owner__name-i1` or SWE-smith's `owner__name.1a2b3c4d.change`; else null. */
export function repoOfInstance(instanceId: string): string | null {
  if (instanceId.length > ID_LIMIT) return null
  const match =
    /^([A-Za-z0-9][\w.-]*?)__([A-Za-z0-9][\w.-]*?)-i?\d+$/.exec(instanceId) ??
    /^([A-Za-z0-9][\w.-]*?)__([A-Za-z0-9][\w.-]*?)\.[0-9a-f]{7,40}(?:\.|$)/.exec(instanceId)
  const [, owner, name] = match ?? []
  return owner === undefined || name === undefined ? null : `${owner}/${name}`
}

/** Segments of a SWE-agent run name that set parameters: `t-0.20`, `p-0.95`, `c-2.00`, `install-1`, and a cut-off `p`. */
const RUN_PARAMETER = /^(?:[tpc](?:-[\d.]+)?|install-\d+)$/

/** Kinds of capture-the-flag challenges, which SWE-agent's runs of them are filed under. */
const CHALLENGE = /^(?:crypto|forensics|misc|pwn|rev|web)__/

/**
 * The file's name without folder and endings; SWE-agent run names are cut to the instance at their end
 * (`gpt4__…__t-0.00__p-0.95__pydicom__pydicom-1458` -> `pydicom__pydicom-1458`).
 */
export function instanceIdFromFileName(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? fileName
  const stem = base.replace(/(?:\.(?:traj|trajectory|report|completion|jsonl?|eval|md|gz|zst))+$/i, '')
  if (stem === '') return 'unnamed'
  const segments = stem.replace(CHALLENGE, '').split('__')
  const lastParameter = segments.findLastIndex((segment) => RUN_PARAMETER.test(segment))
  const rest = lastParameter === -1 ? segments : segments.slice(lastParameter + 1)
  const [owner, name] = rest.slice(-2)
  if (owner !== undefined && name !== undefined && rest.length > 2) {
    const pair = `${owner}__${name}`
    if (repoOfInstance(pair) !== null) return pair
  }
  return rest.join('__') || stem
}

function clean(id: string | null | undefined): string | null {
  const trimmed = id?.trim() ?? ''
  return trimmed === '' || trimmed.length > ID_LIMIT ? null : trimmed
}

function idInPrompt(prompt: string): string | null {
  return /^[ \t]*instance_id:[ \t]*["'`]?([\w.#-]+)/m.exec(prompt)?.[1] ?? null
}
