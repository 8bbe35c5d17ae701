import { homedir } from 'node:os'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { findGitRoot } from '../connect/git-root.ts'
import { idSchema, signed } from '../curate/curation.ts'
import { markPromoted } from '../curate/promote.ts'
import { listRepositories } from '../db/agents/workspaces.ts'
import { getEntries } from '../db/entries/entries.ts'
import type { MemoryEntry, Promoted } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import type { PromotionView } from '../memory/views/curation.ts'
import { findNotes } from '../notes/find-notes.ts'
import { demotionPatch, promotionOf, promotionPatch, readRuleFile } from '../notes/promote.ts'
import { treeOnDisk } from '../notes/tree.ts'
import type { Core } from './core.ts'

const placeFields = {
  entryId: idSchema,
  /** The repository, on the machine that Loupe runs on; without it the one that the project names. */
  folder: z.string().trim().min(1).max(4_000).optional(),
}
/** Files that come with every session, the first that is there before others. */
const ROOT_FILES = ['AGENTS.md', 'CLAUDE.md']
const fileSchema = z.string().trim().min(1).max(1_000)
/** A patch with dots in it would not apply; the disk is its owner's, and no key may look. */
const ownersFile = { ...owners, leave: asItIs }

export const promotionApi = {
  /** What promoting an entry would add to which file; of a promoted one what taking it back takes out. Writes nothing. */
  promotion: query(
    z.strictObject({ ...placeFields, file: fileSchema.optional() }),
    async ({ entryId, folder, file }, { store }: Core): Promise<PromotionView> => {
      const entry = await entryOf(entryId, store)
      const root = await rootOf(folder, entry, store)
      if (root === null) return { folder: null, files: [], file: file ?? null, isNew: false, patch: '' }
      const found = await findNotes(await treeOnDisk(root), homedir())
      const files = found.flatMap(({ path, at }) => (path === at ? [] : [path]))
      const chosen =
        entry.promoted?.file ??
        file ??
        ROOT_FILES.find((one) => files.includes(one)) ??
        files[0] ??
        'AGENTS.md'
      const rules = readRuleFile(root, chosen)
      const patch = entry.promoted
        ? demotionPatch(rules, entry.promoted)
        : promotionPatch(rules, promotionOf(entry.experience, rules))
      return { folder: root, files, file: chosen, isNew: rules.text === null, patch }
    },
    ownersFile,
  ),
  /** Marks an entry as promoted and gives the patch; the file itself is the person's to change. */
  promote: command(
    z.strictObject({ ...placeFields, file: fileSchema, ...signed }),
    async ({ entryId, folder, file, by }, { store, curation }: Core) => {
      const entry = await entryOf(entryId, store)
      const rules = readRuleFile(requireRoot(await rootOf(folder, entry, store)), file)
      const promoted = promotionOf(entry.experience, rules)
      const deps = curation.as(by)
      deps.requireClean(promoted.text, 'lesson')
      if (entry.promoted) throw promotedAlready(entry.promoted)
      return { ...(await markPromoted({ entryId, promoted }, deps)), patch: promotionPatch(rules, promoted) }
    },
    ownersFile,
  ),
  /** Takes the mark back and gives the reverse patch; empty where the file does not have the line, or the folder is not known. */
  demote: command(
    z.strictObject({ ...placeFields, ...signed }),
    async ({ entryId, folder, by }, { store, curation }: Core) => {
      const entry = await entryOf(entryId, store)
      const root = await rootOf(folder, entry, store)
      const { promoted } = entry
      const patch =
        promoted && root !== null ? demotionPatch(readRuleFile(root, promoted.file), promoted) : ''
      return { ...(await markPromoted({ entryId, promoted: null }, curation.as(by))), patch }
    },
    ownersFile,
  ),
}

async function entryOf(entryId: string, store: Core['store']): Promise<MemoryEntry> {
  const [entry] = await getEntries(store, [entryId])
  if (entry) return entry
  throw new UserError('no-such-entry', `There is no entry ${entryId.slice(0, 60)}.`, {
    hint: 'Look at the list; it may have been purged.',
    status: 404,
  })
}

/** Patches are applied from the top of a repository. */
async function rootOf(folder: string | undefined, { projectId }: MemoryEntry, store: Core['store']) {
  const [own] = folder === undefined ? await listRepositories(store, projectId) : [folder]
  if (own !== undefined && !isAbsolute(own)) throw noFolder('The folder is not an absolute path.')
  return own === undefined ? null : (findGitRoot(own) ?? own)
}

function requireRoot(root: string | null): string {
  if (root !== null) return root
  throw noFolder('The project names no repository.')
}

const noFolder = (message: string) =>
  new UserError('no-folder', message, { hint: 'Give the absolute path of the repository as folder.' })

const promotedAlready = ({ file }: Promoted) =>
  new UserError('promoted-already', `It is promoted into ${file} already.`, {
    hint: 'Demote it first.',
    status: 409,
  })
