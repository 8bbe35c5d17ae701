import { expect, it } from 'vitest'
import { portableSchema } from '../curate/transfer/portable.ts'
import { openTestLoupe } from '../fixtures/open-test-loupe.ts'
import { attempt } from '../workbench/agent.ts'
import { NO_MEMORY } from '../workbench/arms.ts'
import { withStrayRejections } from '../workbench/code/run-code.ts'
import { readTestWorld } from '../workbench/fixtures/read-test-world.ts'
import { learnFrom } from '../workbench/lessons.ts'
import { WORKBENCH_PROJECT } from '../workbench/names.ts'
import { miniSweAgentFile } from '../workbench/record.ts'
import { benchOf } from '../workbench/world-benches.ts'

it('an attempt of the workbench is imported as any mini-swe-agent run, and its lessons are the ones the bench learned', async () => {
  await withStrayRejections(async () => {
    const world = readTestWorld('recurring', 3, 1)
    const loupe = await openTestLoupe()
    for (const task of world.training) {
      const bench = benchOf(world, task)
      const done = await attempt(bench, NO_MEMORY, 40)
      const [result] = await loupe.work.importFile({
        bytes: Buffer.from(miniSweAgentFile(bench, done.steps, done.source)),
        fileName: `${task.id}.traj.json`,
        project: WORKBENCH_PROJECT,
        dryRun: false,
        resultsId: null,
        batchKey: null,
      })
      expect(result).toMatchObject({
        status: 'imported',
        instanceId: task.id,
        steps: done.steps.length,
        warnings: [],
      })
      const { lessons } = learnFrom(bench, done, 0)
      const pieces = (
        await loupe.memories.exportEntries({ project: WORKBENCH_PROJECT, format: 'jsonl', versions: false })
      ).pieces
      let text = ''
      for await (const piece of pieces) text += piece
      const entries = text
        .split('\n')
        .filter((line) => line.includes(task.id))
        .map((line) => portableSchema.parse(JSON.parse(line)).entry)
      expect(
        entries
          .map(({ extractor, category, experience }) => `${extractor} ${category} ${experience.do}`)
          .sort(),
      ).toEqual(lessons.map(({ category, experience }) => `workbench-v1 ${category} ${experience.do}`).sort())
    }
    await loupe.close()
  })
})
