import { z } from 'zod'
import {
  actionSchema,
  observationSchema,
  outcomeSchema,
  type Step,
  type Trajectory,
} from '../../memory/trajectory.ts'
import type { Step as StepRow } from '../generated/client.ts'
import { ROWS_OF_A_STATEMENT, takeTurn } from '../in-turns.ts'
import type { Store } from '../store.ts'
import { rowsOf, tables, wordsOf } from '../tables.ts'

const actions = z.array(actionSchema)
const observations = z.array(observationSchema)

/** An episode as the trajectory it was read from, with where it stands. Throws when it is gone. */
export async function getTrajectory(
  store: Store,
  episodeId: string,
): Promise<{ trajectory: Trajectory; projectId: string; projectName: string; position: number }> {
  const row = await tables(store).episode.findUniqueOrThrow({
    where: { id: episodeId },
    include: { project: true },
  })
  const { format, instanceId, repo, backbone, outcomeSource, exitStatus, submission, costUsd } = row
  const trajectory: Trajectory = {
    ...{ format, instanceId, repo, backbone, outcomeSource, exitStatus, submission, costUsd },
    task: { title: row.taskTitle, text: row.taskText, raw: row.taskRaw },
    agent: { name: row.agentName, version: row.agentVersion },
    outcome: outcomeSchema.parse(row.outcome),
    startedAt: row.startedAt?.toISOString() ?? null,
    steps: await allSteps(store, episodeId),
    warnings: wordsOf(row.warnings),
  }
  const { projectId, project, position } = row
  return { trajectory, projectId, projectName: project.name, position }
}

async function allSteps(store: Store, episodeId: string): Promise<Step[]> {
  const steps: Step[] = []
  for (;;) {
    await takeTurn()
    const rows = await rowsOf<StepRow>(
      store,
      `SELECT * FROM "Step" WHERE "episodeId" = ? AND "n" > ? ORDER BY "n" LIMIT ${ROWS_OF_A_STATEMENT}`,
      ...[episodeId, steps.at(-1)?.n ?? -1],
    )
    steps.push(...rows.map(toStep))
    if (rows.length < ROWS_OF_A_STATEMENT) return steps
  }
}

/** One step with its long texts, or null. */
export async function findStep(store: Store, episodeId: string, n: number): Promise<Step | null> {
  const row = await tables(store).step.findUnique({ where: { episodeId_n: { episodeId, n } } })
  return row && toStep(row)
}

/** Steps of a run; none where a project is named that does not have it. */
export async function listSteps(
  store: Store,
  episodeId: string,
  from: number,
  to: number,
  projectId?: string,
): Promise<Step[]> {
  const rows = await tables(store).step.findMany({
    where: { episodeId, n: { gte: from, lte: to }, ...(projectId ? { episode: { projectId } } : {}) },
    orderBy: { n: 'asc' },
  })
  return rows.map(toStep)
}

function toStep(row: StepRow): Step {
  const { n, thought, costUsd } = row
  return {
    ...{ n, thought, costUsd },
    actions: actions.parse(JSON.parse(row.actions)),
    observations: observations.parse(JSON.parse(row.observations)),
    at: row.at?.toISOString() ?? null,
  }
}
