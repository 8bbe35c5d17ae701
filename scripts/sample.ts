import { readArguments, UsageError } from './arguments.ts'
import { runDoor } from './run-door.ts'

const USAGE = 'usage: npm run sample -- load | remove [--json]'

await runDoor(async (open) => {
  const { values, positionals } = readArguments(USAGE, { json: { type: 'boolean', default: false } })
  const [verb] = positionals
  if ((verb !== 'load' && verb !== 'remove') || positionals.length !== 1) throw new UsageError(USAGE)
  const doors = await open()
  const counts = verb === 'load' ? await doors.loadSample() : await doors.removeSample()
  console.log(
    values.json
      ? JSON.stringify(counts)
      : `${verb === 'load' ? 'The sample holds' : 'Removed'} ${counts.episodes} episodes and ${counts.entries} entries.`,
  )
  return 0
})
