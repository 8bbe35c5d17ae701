import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { restore } from '../lib/db/backup.ts'
import { readArguments, UsageError } from './reach/arguments.ts'
import { report } from './reach/run-script.ts'

const USAGE = 'usage: npm run restore -- FILE [--json]'
const rootPath = fileURLToPath(new URL('..', import.meta.url))

try {
  const { values, positionals } = readArguments(USAGE, { json: { type: 'boolean', default: false } })
  const [file] = positionals
  if (file === undefined || positionals.length !== 1) throw new UsageError(USAGE)
  const held = restore(resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data'), resolve(file), new Date())
  if (held.purgedSince.length > 0)
    console.error(
      `! ${held.purgedSince.length} entries that were purged after this backup was made are in it again: ${held.purgedSince.slice(0, 10).join(', ')}. Purge them once more.`,
    )
  console.log(
    values.json
      ? JSON.stringify({ file, ...held })
      : `Restored ${held.entries} entries and ${held.runs} runs as of revision ${held.revision}.${held.kept ? `\nWhat stood there before is kept as ${held.kept}.` : ''}`,
  )
} catch (error) {
  process.exitCode = report(error)
}
