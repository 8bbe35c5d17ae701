import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { findGitRoot } from '../connect/git-root.ts'
import { importPolicySchema } from '../curate/transfer/import-entries.ts'
import type { PortableLine } from '../curate/transfer/read-portables.ts'
import { listRepositories } from '../db/agents/workspaces.ts'
import { countAttempts } from '../db/overview.ts'
import { findProject } from '../db/projects.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { awaitBringing, findMemoryImport, orderBringing, type ReadImport } from '../jobs/bring-memory.ts'
import type { Look } from '../jobs/looks.ts'
import type { MemoryFile } from '../jobs/threads/open-memory.ts'
import { UserError } from '../memory/errors.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import type { TransferReport } from '../memory/views/curation.ts'
import { exportOfNotes } from '../notes/as-entries.ts'
import { findNotes } from '../notes/find-notes.ts'
import { findNoteFolders } from '../notes/found-notes.ts'
import { splitNotes } from '../notes/split-notes.ts'
import { treeOnDisk } from '../notes/tree.ts'
import { likeliestCategory, predictCategory } from '../retrieval/predict-category.ts'
import type { Core } from './core.ts'

const into = {
  project: z.string().min(1).max(80),
  policy: importPolicySchema.default('skip'),
  dryRun: z.boolean().default(false),
  /** Answer only when all is in; else at once, with the job. */
  wait: z.boolean().default(true),
  /** A name of the asker's, by which `lookFar` says how far the look through it is, and `stopLook` ends it. */
  look: z.string().min(1).max(60).optional(),
}
const categoryOf = (words: string) => likeliestCategory(predictCategory(words))
const home = () => process.env.HOME || homedir()
/** What holds a secret stays out and is named: it is not refused. */
const looksItself = { arrive: asItIs }

/** Memories that people have already: an export of another Loupe, a memory of another product, notes for agents in a repository. */
export const arriving = {
  importMemory: command(
    z.strictObject({
      ...into,
      fileName: z.string().min(1).max(1_000),
      bytes: z.custom<Uint8Array>((given) => given instanceof Uint8Array, 'is not bytes'),
      /** `text=COLUMN,id=COLUMN`, for records of any product. */
      map: z.string().max(1_000).optional(),
      /** When the file was written: what says no date of its own is as old, at every import. */
      at: z.iso.datetime().optional(),
    }),
    async (
      { fileName, bytes, map = null, at = null, wait, look: name, ...how },
      core: Core,
    ): Promise<TransferReport> => {
      requireNoSecret(how.project, 'name of the project')
      return await core.looks.through(name, async (look) => {
        const read = await readMemory({ fileName, bytes, project: how.project, map, at }, look, core)
        return await bring({ ...how, ...read, fileName, by: core.by }, { wait, look, core })
      })
    },
    looksItself,
  ),
  /** The notes of a repository, each an entry without a run; the project names it from then on, unless another one does. */
  importNotes: command(
    z.strictObject({ ...into, folder: z.string().trim().min(1).max(4_000) }),
    async ({ folder, wait, look: name, ...how }, core: Core): Promise<TransferReport> => {
      requireNoSecret(how.project, 'name of the project')
      return await core.looks.through(name, async (look) => {
        const { root, leftOut, file } = await readNotes(folder, how.project, look, core)
        const { portables } = await readMemory(file, look, core)
        const because = 'too long, or it holds what looks like a secret'
        return await bring(
          {
            ...{ ...how, portables, fileName: folder, by: core.by, format: 'notes' },
            leftOut: leftOut.map((id) => ({ id, because })),
            repository: root,
          },
          { wait, look, core },
        )
      })
    },
    { ...looksItself, ...owners },
  ),
  /** How far a look through a memory or notes is, by its name; null where it has ended or not begun. */
  lookFar: query(
    z.strictObject({ look: into.look.unwrap() }),
    async ({ look }, { looks }: Core) => looks.far(look),
    { of: 'any' },
  ),
  /** Ends a look; who asked for it is told that it was cancelled. */
  stopLook: command(
    z.strictObject({ look: into.look.unwrap() }),
    async ({ look }, { looks }: Core): Promise<null> => {
      looks.stop(look)
      return null
    },
    { of: 'any' },
  ),
  /** How an import of a memory stands, the newest where none is named; with `log` what became of each memory. */
  memoryImport: query(
    z.strictObject({ jobId: z.string().max(60).nullable().default(null), log: z.boolean().default(false) }),
    (asked, { store }: Core) => findMemoryImport(store, asked),
  ),
  /** Repositories with notes for agents on this machine, counted; nothing is opened. */
  foundNotes: query(
    z.strictObject({}).optional(),
    (_, _core: Core) => findNoteFolders(home(), process.env.CLAUDE_CONFIG_DIR || join(home(), '.claude')),
    owners,
  ),
  /** Folders whose runs come in by themselves, with what was found last. */
  watchedFolders: query(z.strictObject({}).optional(), (_, { watched }: Core) => watched.list(), owners),
  /** Has the runs of a folder come in by themselves: what lies there, then what finishes or grows. Off, it stays listed. */
  watchFolder: command(
    z.strictObject({
      folder: z.string().trim().min(1).max(4_000),
      project: into.project,
      set: z.enum(['on', 'off', 'gone']),
    }),
    async ({ folder, project, set }, { watched }: Core): Promise<null> => {
      if (set === 'on') await watched.watch(folder, project)
      else await watched.end(folder, { forget: set === 'gone' })
      return null
    },
    owners,
  ),
  /** What a project holds and lacks, as far as it says what to do next. */
  whatNext: query(
    z.strictObject({ project: z.string().min(1).max(80) }),
    async ({ project: name }, { store }: Core) => {
      const project = await findProject(store, name)
      if (project === null) return null
      return {
        ...(await countAttempts(store, project.id)),
        repositories: await listRepositories(store, project.id),
      }
    },
  ),
}

/** What the file of a memory holds, read in a thread. */
async function readMemory(file: MemoryFile, { signal, tell }: Look, { threads }: Core) {
  const portables: PortableLine[] = []
  const work = threads.run('memory', file, signal)
  for (;;) {
    const step = await work.next()
    if (step.done) return { ...step.value, portables }
    portables.push(...step.value.lines)
    tell(portables.length, step.value.total)
  }
}

/** The notes of the repository that a folder lies in, as the file of a memory. Throws UserError `no-notes`. */
async function readNotes(folder: string, project: string, { tell }: Look, { store }: Core) {
  const root = isAbsolute(folder) ? (findGitRoot(folder) ?? folder) : ''
  const notes = root === '' ? [] : (await findNotes(await treeOnDisk(root), home())).flatMap(splitNotes)
  if (notes.length === 0)
    throw new UserError('no-notes', `There are no notes for agents in ${folder.slice(0, 300)}.`, {
      hint: 'Give the absolute path of a repository with CLAUDE.md, AGENTS.md or a folder of rules.',
    })
  const { text, leftOut } = await exportOfNotes(root, notes, {
    ...{ project, categoryOf, tell },
    ...{ nextId: () => store.nextId('m'), now: store.now() },
  })
  const bytes = Buffer.from(text)
  return { root, leftOut, file: { fileName: 'notes.jsonl', bytes, project, map: null, at: null } }
}

/** Orders an import; waits for its end where that is asked. */
async function bring(
  read: ReadImport,
  { wait, look, core: { store, worker } }: { wait: boolean; look: Look; core: Core },
): Promise<TransferReport> {
  const { report, jobId } = await orderBringing(read, store, look.tell)
  if (jobId === null) return { ...report, jobId }
  worker.wake()
  return wait ? await awaitBringing(store, worker, jobId) : { ...report, jobId }
}
