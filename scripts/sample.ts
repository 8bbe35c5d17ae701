import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run sample -- load | remove [--json]'

await runScript(async (open) => {
  const { values, positionals } = readArguments(USAGE, { json: { type: 'boolean', default: false } })
  const [verb] = positionals
  if ((verb !== 'load' && verb !== 'remove') || positionals.length !== 1) throw new UsageError(USAGE)
  const loupe = await open({ works: true, begins: verb === 'load' })
  const counts = verb === 'load' ? await loupe.api.loadSample() : await loupe.api.removeSample()
  console.log(
    values.json
      ? JSON.stringify(counts)
      : `${verb === 'load' ? 'The sample holds' : 'Removed'} ${counts.episodes} episodes and ${counts.entries} entries.`,
  )
  return 0
})
