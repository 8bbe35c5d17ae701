import { getOutcome, listWithoutVerdict } from '../db/episodes/episodes.ts'
import { putOutcomes } from '../db/episodes/outcome-turns.ts'
import { getTrajectory } from '../db/episodes/steps.ts'
import type { Store } from '../db/store.ts'
import { addedLines } from '../ingest/outcomes/added-lines.ts'
import { gitFate, openHistory } from '../ingest/outcomes/git-fate.ts'
import { isOfGit, type Outcome } from '../memory/trajectory.ts'

/** What git says of a run: kept is resolved, reverted is not, all else unknown; `said` has the rule, its certainty and the commit. */
export type GitSaid = { instanceId: string; fate: string; outcome: Outcome; said: string }

/** A run as git is asked about it; `added`: the lines that it added, see `addedLines`. */
export type Changed = { instanceId: string; startedAt: string | null; added: string[] }

/** What became of the changes of runs in a repository, one after the other. Throws what git says where `root` is no repository. */
export async function gitSays(root: string, runs: readonly Changed[], now: Date): Promise<GitSaid[]> {
  const starts = runs.flatMap(({ startedAt }) => startedAt ?? []).sort()
  const history = starts[0] === undefined ? null : await openHistory(root, starts[0], now)
  const all: GitSaid[] = []
  for (const { instanceId, startedAt, added } of runs) {
    const { fate, rule, certainty, commit } =
      startedAt === null || history === null
        ? { fate: 'unknown' as const, rule: 'it does not say when it began', certainty: null, commit: null }
        : await gitFate(history, { added, startedAt })
    const how = certainty === null ? '' : `, certainty ${certainty}${commit ? `, commit ${commit}` : ''}`
    const outcome = fate === 'kept' ? 'resolved' : fate === 'reverted' ? 'unresolved' : null
    all.push({ instanceId, fate, outcome, said: `git: ${fate}, ${rule}${how}` })
  }
  return all
}

/** Runs that were looked at, and those of which the repository decided something new. */
export type GitOutcomes = { looked: number; kept: number; reverted: number; fixedAgain: number }

/**
 * Outcomes of a project's stored runs by a repository, in one revision. A run with a verdict stays as it is; of a run that no commit
 * here holds nothing is said: it may be of another repository.
 */
export async function readGitOutcomes(store: Store, projectId: string, root: string): Promise<GitOutcomes> {
  // Of each run only what it added is held: all steps of all runs are more than fits.
  const runs: (Changed & { id: string; outcomeSource: string | null })[] = []
  for (const id of await listWithoutVerdict(store, projectId)) {
    const { trajectory } = await getTrajectory(store, id)
    const { instanceId, startedAt, outcomeSource } = trajectory
    runs.push({ id, instanceId, startedAt, outcomeSource, added: addedLines(trajectory) })
  }
  const said = await gitSays(root, runs, store.now())
  const news = said.flatMap((one, i) => {
    const run = runs[i]
    const isDecided = ['kept', 'reverted', 'fixed again'].includes(one.fate)
    return run && isDecided && one.said !== run.outcomeSource ? [{ ...one, id: run.id }] : []
  })
  const count = (fate: string) => news.filter((one) => one.fate === fate).length
  const counts = {
    ...{ looked: runs.length, kept: count('kept'), reverted: count('reverted') },
    fixedAgain: count('fixed again'),
  }
  if (news.length === 0) return counts
  await store.write({ by: 'person', verb: 'outcome', reason: 'git' }, async (tx, revise) => {
    const revision = await revise(projectId)
    const learnt: Parameters<typeof putOutcomes>[2][number][] = []
    for (const { id, outcome, said: outcomeSource } of news) {
      const before = await getOutcome(tx, id)
      if (before.outcome === null || isOfGit(before.outcomeSource))
        learnt.push({ id, outcome, outcomeSource })
    }
    await putOutcomes(tx, { projectId, revision }, learnt)
  })
  return counts
}
