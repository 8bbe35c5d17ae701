import type { NamedFile } from '../../lib/ingest/containers/named-file.ts'
import { addedLines } from '../../lib/ingest/outcomes/added-lines.ts'
import { FILE_LIMIT_BYTES } from '../../lib/ingest/read-text.ts'
import { type Changed, gitSays } from '../../lib/jobs/git-outcomes.ts'
import { recordsOfFile } from '../../lib/jobs/threads/records-of-file.ts'
import { UserError } from '../../lib/memory/errors.ts'

/** Outcomes by git of the runs in these files, as lines of results; a run whose file says its outcome is left out. `said` tells each with its rule. */
export async function gitOutcomes(
  root: string,
  files: readonly NamedFile[],
): Promise<{ rows: string[]; said: string[] }> {
  const all = await gitSays(root, files.flatMap(unknownRuns), new Date())
  const resolved = { resolved: true, unresolved: false } as const
  return {
    rows: all.map(({ instanceId, outcome, said }) =>
      JSON.stringify({ instance_id: instanceId, resolved: outcome && resolved[outcome], said }),
    ),
    said: all.map(({ instanceId, said }) => `${instanceId}: ${said}`),
  }
}

function unknownRuns(file: NamedFile): Changed[] {
  try {
    const parts = [...recordsOfFile({ bytes: file.read(FILE_LIMIT_BYTES), fileName: file.name })]
    return parts.flatMap((part) => {
      if (part.kind !== 'record' || part.trajectory.outcome !== null) return []
      const { instanceId, startedAt } = part.trajectory
      return [{ instanceId, startedAt, added: addedLines(part.trajectory) }]
    })
  } catch (error) {
    // The import names it.
    if (error instanceof UserError) return []
    throw error
  }
}
