import { FILE_LIMIT_BYTES } from '../read-text.ts'
import type { NamedFile } from './named-file.ts'
import { tooLarge } from './zip.ts'

/**
 * The files of a folder or an archive with those put together that are one run in pieces: OpenCode's storage, a folder of
 * OpenHands' events, and of OpenHands' model calls the newest, which holds the others.
 */
export function gather(files: readonly NamedFile[]): NamedFile[] {
  return newestCalls(eventFolders(openCodeStorage(files)))
}

/** `session/<project>/<id>.json`, `message/<session>/<id>.json`, `part/<message>/<id>.json`, once under `session/` all three. */
const STORED =
  /^(.*?)(?:(?:session\/)?(message|part)\/(?:[^/]+\/)*?([^/]+)\/([^/]+)\.json|session\/[^/]+\/(ses[^/]*)\.json)$/

function openCodeStorage(files: readonly NamedFile[]): NamedFile[] {
  const children = new Map<string, NamedFile[]>()
  const sessions: { file: NamedFile; root: string; id: string }[] = []
  const pieces = new Set<NamedFile>()
  for (const file of files) {
    const [, root = '', kind, parent = '', , session] = STORED.exec(slashed(file.name)) ?? []
    if (session !== undefined) sessions.push({ file, root, id: session })
    else if (kind !== undefined && /^(?:ses|msg)/.test(parent)) {
      pieces.add(file)
      const key = `${root}${parent}`
      const known = children.get(key)
      if (known === undefined) children.set(key, [file])
      else known.push(file)
    }
  }
  if (sessions.length === 0 || pieces.size === 0) return [...files]
  const childrenOf = (key: string) =>
    (children.get(key) ?? []).toSorted((a, b) => (baseOf(a.name) < baseOf(b.name) ? -1 : 1))
  const owners = new Map(sessions.map((session) => [session.file, session]))
  return files
    .filter((file) => !pieces.has(file))
    .map((file) => {
      const owner = owners.get(file)
      if (owner === undefined) return file
      const messages = childrenOf(`${owner.root}${owner.id}`)
      const withParts = messages.map((message) => ({
        message,
        parts: childrenOf(`${owner.root}${baseOf(message.name)}`),
      }))
      const all = [file, ...withParts.flatMap(({ message, parts }) => [message, ...parts])]
      return joined(file.name, all, (text) => {
        const said = withParts.map(
          ({ message, parts }) => `{"info":${text(message)},"parts":[${parts.map(text).join(',')}]}`,
        )
        return `{"info":${text(file)},"messages":[${said.join(',')}]}`
      })
    })
}

/** `<conversation>/events/12.json` or `…/events/event-00012-<id>.json`. */
const EVENT = /^(.*?)([^/]*)\/?events\/(?:event-)?(\d+)(?:-[^/]*)?\.json$/

function eventFolders(files: readonly NamedFile[]): NamedFile[] {
  const folders = new Map<string, { conversation: string; events: { file: NamedFile; n: number }[] }>()
  const pieces = new Map<NamedFile, string>()
  for (const file of files) {
    const [, root = '', conversation = '', n] = EVENT.exec(slashed(file.name)) ?? []
    if (n === undefined) continue
    const key = `${root}${conversation}`
    const folder = folders.get(key) ?? { conversation, events: [] }
    folder.events.push({ file, n: Number(n) })
    folders.set(key, folder)
    pieces.set(file, key)
  }
  const told = new Set<string>()
  return files.flatMap((file) => {
    const key = pieces.get(file)
    if (key === undefined) return [file]
    if (told.has(key)) return []
    told.add(key)
    const folder = folders.get(key)
    const events = (folder?.events ?? []).toSorted((a, b) => a.n - b.n).map((event) => event.file)
    const name = file.name.slice(0, file.name.length - baseOf(file.name).length - '.json'.length - 1)
    const id = JSON.stringify(folder?.conversation || null)
    return [joined(name, events, (text) => `{"id":${id},"events":[${events.map(text).join(',')}]}`)]
  })
}

/** `<folder>/<model>-1733339462.43.json`: each call repeats the history. */
const CALL = /^(.*-)(\d{9,11}(?:\.\d+)?)\.json$/

function newestCalls(files: readonly NamedFile[]): NamedFile[] {
  const newest = new Map<string, number>()
  const callOf = (file: NamedFile) => {
    const [, run = '', at] = CALL.exec(file.name) ?? []
    return at === undefined || !/llm_completions|completions?[/\\]/.test(file.name)
      ? null
      : { run, at: Number(at) }
  }
  for (const file of files) {
    const call = callOf(file)
    if (call !== null) newest.set(call.run, Math.max(call.at, newest.get(call.run) ?? 0))
  }
  return files.filter((file) => {
    const call = callOf(file)
    return call === null || newest.get(call.run) === call.at
  })
}

/** One file of several: broken pieces keep their fault, as the whole is then no JSON. */
function joined(
  name: string,
  pieces: NamedFile[],
  compose: (text: (file: NamedFile) => string) => string,
): NamedFile {
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0)
  const packed = pieces.reduce((sum, piece) => sum + (piece.packed ?? piece.size), 0)
  return {
    name,
    size,
    packed,
    changed: Math.max(...pieces.map((piece) => piece.changed ?? 0)),
    read: (limit) => {
      if (size > FILE_LIMIT_BYTES) throw tooLarge(name, FILE_LIMIT_BYTES)
      return Buffer.from(
        compose((file) =>
          Buffer.from(file.read(limit))
            .toString('utf8')
            .replace(/^\uFEFF/, ''),
        ),
      )
    },
  }
}

function slashed(name: string): string {
  return name.replaceAll('\\', '/')
}

/** The name without folder and ending. */
function baseOf(name: string): string {
  return (slashed(name).split('/').at(-1) ?? name).replace(/\.json$/, '')
}
