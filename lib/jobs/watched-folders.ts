import { randomUUID } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { getSetting, type Store, setSetting } from '../db/store.ts'
import { maskName } from '../extract/secret-scan.ts'
import { filesUnder } from '../ingest/containers/disk-files.ts'
import { FILE_LIMIT_BYTES } from '../ingest/read-text.ts'
import { UserError } from '../memory/errors.ts'
import type { WatchedFolder } from '../memory/views/found.ts'
import type { ImportResult } from '../memory/views/jobs.ts'
import { watchFiles } from './watch-files.ts'

const NAME = 'watchedFolders'
const keptSchema = z.array(
  z.object({
    folder: z.string(),
    project: z.string(),
    isOn: z.boolean(),
    /** Files that last changed before, ms, came in; null before the first look that found all at rest. */
    allTakenAt: z.number().nullable(),
    /** The last file that brought something or could not be read, and what became of it. */
    last: z.object({ file: z.string(), words: z.string(), at: z.string() }).nullable(),
  }),
)
type Kept = z.infer<typeof keptSchema>[number]

/** Brings one file in. */
type Take = (file: {
  fileName: string
  bytes: Uint8Array
  project: string
  batchKey: string
}) => Promise<ImportResult[]>

type Watch = {
  stop: AbortController
  end: Promise<void>
  fileCount: number | null
  lookedAt: string | null
  fault: string | null
  came: WatchedFolder['came']
}

/** Folders whose runs come in by themselves while Loupe serves; which ones is kept. */
export function createWatchedFolders(store: Store, take: Take) {
  const running = new Map<string, Watch>()
  let isServing = false

  const read = async () => keptSchema.parse(JSON.parse((await getSetting(store, NAME)) ?? '[]'))
  let turn: Promise<unknown> = Promise.resolve()
  /** One change after the other: a look that ends must not undo what a person says meanwhile. */
  const keep = (changed: (all: Kept[]) => Kept[]): Promise<void> => {
    const next = turn.then(async () => setSetting(store, NAME, JSON.stringify(changed(await read()))))
    turn = next.catch(() => undefined)
    return next
  }
  const change = (folder: string, part: Partial<Kept>) =>
    keep((all) => all.map((one) => (one.folder === folder ? { ...one, ...part } : one)))

  function begin({ folder, project, allTakenAt }: Kept): void {
    const stop = new AbortController()
    const batchKey = randomUUID()
    const watch: Watch = {
      ...{ stop, end: Promise.resolve(), fileCount: null, lookedAt: null, fault: null },
      came: { ...NOTHING_CAME },
    }
    let taken = allTakenAt
    watch.end = watchFiles({
      signal: stop.signal,
      knownBefore: allTakenAt ?? 0,
      list: () => filesUnder([folder], { base: folder, leftOut: () => undefined }),
      take: async (file) => {
        const results = await take({
          fileName: file.name,
          bytes: file.read(FILE_LIMIT_BYTES),
          project,
          batchKey,
        })
        const news = results.filter(({ status }) => status !== 'present')
        watch.came.known += results.length - news.length
        for (const { status } of news) watch.came[status === 'imported' ? 'fresh' : 'unread']++
        if (news.length > 0) await change(folder, { last: lastOf(file.name, wordsOf(news), store.now()) })
      },
      failed: (error, file) => {
        const words = error instanceof Error ? error.message : String(error)
        if (file === null) watch.fault = words
        else {
          watch.came.unread++
          void change(folder, { last: lastOf(file.name, words, store.now()) }).catch(() => undefined)
        }
      },
      looked: async ({ fileCount, allTakenAt: at }) => {
        Object.assign(watch, { fileCount, lookedAt: store.now().toISOString(), fault: null })
        // Once a change: a folder in which nothing happens writes nothing.
        if (at !== null && taken === null) await change(folder, { allTakenAt: at })
        taken = at
      },
    })
    running.set(folder, watch)
  }

  async function end(folder: string): Promise<void> {
    const watch = running.get(folder)
    running.delete(folder)
    watch?.stop.abort()
    await watch?.end
  }

  return {
    /** Looks from now on into every folder that is kept. */
    async start(): Promise<void> {
      isServing = true
      for (const one of await read()) if (one.isOn && !running.has(one.folder)) begin(one)
    },
    async stop(): Promise<void> {
      isServing = false
      await Promise.all([...running.keys()].map(end))
    },
    /** Throws UserError `no-such-folder`. */
    async watch(folder: string, project: string): Promise<void> {
      if (!isAbsolute(folder))
        throw new UserError('no-such-folder', `${folder.slice(0, 300)} is no absolute path.`, {
          hint: 'Give the path from the root, as in /home/me/runs.',
        })
      await filesUnder([folder], { base: folder, leftOut: () => undefined })
      const kept: Kept = { folder, project, isOn: true, allTakenAt: null, last: null }
      await keep((all) => [...all.filter((one) => one.folder !== folder), kept])
      await end(folder)
      if (isServing) begin(kept)
    },
    /** Looks no more into a folder; forgotten, it is listed no more either. */
    async end(folder: string, { forget }: { forget: boolean }): Promise<void> {
      if (forget) await keep((all) => all.filter((one) => one.folder !== folder))
      else await change(folder, { isOn: false })
      await end(folder)
    },
    async list(): Promise<WatchedFolder[]> {
      return (await read()).map(({ folder, project, isOn, last }) => {
        const {
          fileCount = null,
          lookedAt = null,
          fault = null,
          came = NOTHING_CAME,
        } = running.get(folder) ?? {}
        return { folder, project, isOn, last, fileCount, lookedAt, fault, came: { ...came } }
      })
    },
  }
}

const NOTHING_CAME = { fresh: 0, known: 0, unread: 0 }

function lastOf(file: string, words: string, at: Date): Kept['last'] {
  return { file: maskName(file).slice(-300), words: maskName(words).slice(0, 300), at: at.toISOString() }
}

function wordsOf(results: readonly ImportResult[]): string {
  const counts = Map.groupBy(results, ({ status }) => status)
  const [failed] = counts.get('failed') ?? []
  if (failed) return failed.error?.message ?? 'failed'
  return [...counts].map(([status, some]) => `${some.length} ${status}`).join(', ')
}
