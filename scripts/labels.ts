import { z } from 'zod'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run labels -- --project P [--level task | subtask] > FILE.jsonl'

/** Queries for `replay` whose labels are the runs' own patches: relevant = edited the same source file. */
await runScript(async (open) => {
  const { values } = readArguments(USAGE, {
    project: { type: 'string' },
    level: { type: 'string', default: 'task' },
  })
  const level = z.enum(['task', 'subtask']).safeParse(values.level)
  if (values.project === undefined || !level.success) throw new UsageError(USAGE)
  const loupe = await open()
  const queries = await loupe.api.sameFileQueries({ project: values.project, level: level.data })
  for (const query of queries) console.log(JSON.stringify(query))
  console.error(
    `${queries.length} queries of ${new Set(queries.map((query) => query.id)).size} instances that share a source file with another`,
  )
  return 0
})
