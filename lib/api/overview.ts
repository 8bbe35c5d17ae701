import { homedir } from 'node:os'
import { z } from 'zod'
import { getOverviewCounts } from '../db/overview.ts'
import { listProjects } from '../db/projects.ts'
import { findRuns, listFound, readFound } from '../ingest/known-folders.ts'
import { UserError } from '../memory/errors.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import { FOUND_AGENTS } from '../memory/views/found.ts'
import type { OverviewView } from '../memory/views/project.ts'
import { readJudgedHeads } from '../review/tasks/finding.ts'
import { readRecurrence } from './audit.ts'
import type { Core } from './core.ts'
import type { Parts } from './parts.ts'
import { work } from './work.ts'

/** The state of a project's memory: counts from the store, recurrence from the audit's study. Throws UserError `no-such-project`. */
export async function readOverview(projectId: string, parts: Parts): Promise<OverviewView> {
  const { store } = parts
  const [counts, projects, { heads, scan, unseenCount }] = await Promise.all([
    getOverviewCounts(store, projectId),
    listProjects(store),
    readJudgedHeads(store, projectId),
  ])
  const project = projects.find(({ id }) => id === projectId)
  if (!project)
    throw new UserError('no-such-project', 'This project is gone.', {
      hint: 'Choose another one.',
      status: 404,
    })
  const { byCategory } = await readRecurrence({ project: project.name }, parts)
  const found = heads.filter(({ open }) => open > 0)
  const proposed = found.filter(({ trust }) => trust === 'trusted')
  return {
    project,
    ...counts,
    categories: counts.categories.map((one) => ({
      ...one,
      recurrence: byCategory.find(({ category }) => category === one.category) ?? null,
    })),
    findings: proposed.map(({ detector, title, question, open }) => ({
      key: detector,
      label: title,
      meaning: question,
      count: open,
      href: `/memories/review/${detector}`,
    })),
    otherFindingCount: found.reduce((sum, head) => sum + (proposed.includes(head) ? 0 : head.open), 0),
    scannedAt: scan?.at ?? null,
    unseenCount,
  }
}

const agent = z.enum(FOUND_AGENTS)
const home = () => process.env.HOME || homedir()

export const found = {
  /** Sessions of agents on this machine, counted; nothing is opened. */
  foundRuns: query(z.strictObject({}).optional(), (_, _core: Core) => findRuns(home(), process.env), owners),
  /** The sessions of one of them, by path in its folder. Paths go back word for word. */
  foundFiles: query(
    z.strictObject({ agent }),
    (input, _core: Core) => listFound(input.agent, home(), process.env),
    {
      ...owners,
      leave: asItIs,
    },
  ),
  /** Brings one such session in, as `importFile` does; what is read from files is masked, not refused. */
  importFound: command(
    z.strictObject({
      agent,
      path: z.string().min(1).max(1_000),
      project: z.string().min(1).max(80),
      batchKey: z.string().max(80).nullable().default(null),
      dryRun: z.boolean().default(false),
    }),
    async ({ agent: of, path, ...input }, core: Core) => {
      const bytes = await readFound(of, path, home(), process.env)
      const file = { bytes, fileName: path, resultsId: null, more: [] }
      return await work.importFile.run({ ...input, ...file, wait: true }, core)
    },
    { ...owners, arrive: asItIs },
  ),
}
