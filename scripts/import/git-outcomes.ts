import type { NamedFile } from '../../lib/ingest/containers/named-file.ts'
import { addedLines } from '../../lib/ingest/outcomes/added-lines.ts'
import { gitFate, openHistory } from '../../lib/ingest/outcomes/git-fate.ts'
import { FILE_LIMIT_BYTES } from '../../lib/ingest/read-text.ts'
import { recordsOfFile } from '../../lib/jobs/threads/records-of-file.ts'
import { UserError } from '../../lib/memory/errors.ts'

/**
 * Outcomes of the runs in these files by what became of their changes in a repository, as lines of results: kept is resolved, reverted is
 * not; all else stays unknown, and says why. A run whose file says its outcome is left out. `said` tells each with its rule.
 */
export async function gitOutcomes(
  root: string,
  files: readonly NamedFile[],
): Promise<{ rows: string[]; said: string[] }> {
  const rows: string[] = []
  const said: string[] = []
  const runs = files.flatMap(runsOf).filter(({ outcome }) => outcome === null)
  const starts = runs.flatMap(({ startedAt }) => startedAt ?? []).sort()
  const history = starts[0] === undefined ? null : await openHistory(root, starts[0], new Date())
  for (const { instanceId, startedAt, ...run } of runs) {
    const { fate, rule, certainty, commit } =
      startedAt === null || history === null
        ? { fate: 'unknown' as const, rule: 'it does not say when it began', certainty: null, commit: null }
        : await gitFate(history, { added: addedLines(run), startedAt })
    const how = certainty === null ? '' : `, certainty ${certainty}${commit ? `, commit ${commit}` : ''}`
    const words = `git: ${fate}, ${rule}${how}`
    said.push(`${instanceId}: ${words}`)
    const ended = fate === 'kept' ? true : fate === 'reverted' ? false : null
    rows.push(JSON.stringify({ instance_id: instanceId, resolved: ended, said: words }))
  }
  return { rows, said }
}

function runsOf(file: NamedFile) {
  try {
    const parts = [...recordsOfFile({ bytes: file.read(FILE_LIMIT_BYTES), fileName: file.name })]
    return parts.flatMap((part) => (part.kind === 'record' ? [part.trajectory] : []))
  } catch (error) {
    // The import names it.
    if (error instanceof UserError) return []
    throw error
  }
}
