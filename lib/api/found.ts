import { homedir } from 'node:os'
import { z } from 'zod'
import { findRuns, listFound, readFound } from '../ingest/known-folders.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import { FOUND_AGENTS } from '../memory/views/found.ts'
import type { Core } from './core.ts'
import { work } from './work.ts'

const agent = z.enum(FOUND_AGENTS)
/** The disk of the machine that Loupe runs on is its owner's only: no key may look. */
const owners = { scopes: [] }
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
      return await work.importFile.run({ ...input, bytes, fileName: path, resultsId: null, wait: true }, core)
    },
    { arrive: asItIs },
  ),
}
