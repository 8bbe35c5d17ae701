import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { restore, verify } from '../lib/db/backup.ts'
import { UserError } from '../lib/memory/errors.ts'
import { purgeAgain } from './reach/purge-again.ts'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE =
  'usage: npm run restore -- FILE [--keep-purged] [--json]\nWhat was purged since the backup was made is purged again; --keep-purged leaves it in.'
const rootPath = fileURLToPath(new URL('..', import.meta.url))

await runScript(async () => {
  const { values, positionals } = readArguments(USAGE, {
    json: { type: 'boolean', default: false },
    'keep-purged': { type: 'boolean', default: false },
  })
  const [file] = positionals
  if (file === undefined || positionals.length !== 1) throw new UsageError(USAGE)
  const dataPath = resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data')
  let held = restore(dataPath, resolve(file), new Date())
  const { purgedSince, runsPurgedSince, letInAgain } = held
  if (letInAgain.length > 0)
    console.error(
      `! Accounts and keys that were not here before are let in: ${letInAgain.join(', ')}. Look at them: npm run people, npm run keys.`,
    )
  const back = `${purgedSince.length} entries and ${runsPurgedSince.length} runs that were purged after this backup was made`
  const named = [...runsPurgedSince.map(({ id }) => id), ...purgedSince].slice(0, 10).join(', ')
  if (named !== '' && values['keep-purged']) console.error(`! ${back} are in it again: ${named}.`)
  if (named !== '' && !values['keep-purged']) {
    const { openLoupe } = await import('../lib/runtime.ts')
    const log = (line: string) => console.error(line)
    const loupe = await openLoupe({ rootPath, dataPath, now: () => new Date(), log })
    if (!loupe)
      throw new UserError('folder-in-use', `A Loupe took ${dataPath} meanwhile.`, {
        hint: `Purge again there: ${named}.`,
      })
    await purgeAgain(loupe, held).finally(() => loupe.close())
    const { entries, runs } = verify(join(dataPath, 'loupe.db'))
    held = { ...held, entries, runs }
    console.error(`! ${back} were in it again and are purged once more: ${named}.`)
  }
  console.log(
    values.json
      ? JSON.stringify({ file, ...held })
      : `Restored ${held.entries} entries and ${held.runs} runs as of revision ${held.revision}.${held.kept ? `\nWhat stood there before is kept as ${held.kept}.` : ''}`,
  )
  return 0
})
