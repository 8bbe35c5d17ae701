import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { backUp } from '../lib/db/backup.ts'
import { readArguments, report, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run backup -- FILE [--json]'
const rootPath = fileURLToPath(new URL('..', import.meta.url))

try {
  const { values, positionals } = readArguments(USAGE, { json: { type: 'boolean', default: false } })
  const [file] = positionals
  if (file === undefined || positionals.length !== 1) throw new UsageError(USAGE)
  const begun = performance.now()
  const held = backUp(resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data'), resolve(file))
  if (held.damage)
    console.error(`! ${held.damage} The copy is whole in itself; what was lost before is not in it.`)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    values.json
      ? JSON.stringify({ file, ...held })
      : `${file} holds ${held.entries} entries and ${held.runs} runs as of revision ${held.revision}, checked in ${seconds} s.\nKeep ${file}.key with it: without that key, purged lessons are not known again.`,
  )
} catch (error) {
  process.exitCode = report(error)
}
