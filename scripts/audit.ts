import { statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, resolve } from 'node:path'
import { UserError } from '../lib/memory/errors.ts'
import { showControls } from '../lib/memory/text/shown-controls.ts'
import { auditNotes } from '../lib/notes/audit.ts'
import { doubtOf, headOf, KINDS, pageOf, rowsOf } from '../lib/notes/page.ts'
import { patchOf, safeEdits } from '../lib/notes/patch.ts'
import { readArguments, report, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run audit -- [FOLDER] [--json] [--html FILE] [--patch FILE]'

/** Rows of a kind that the terminal shows; the page and --json have all. */
const SHOWN = 10

/** The notes for agents in a folder: what still holds. Needs no data folder, changes nothing but the files it is told to write. */
try {
  const { values, positionals } = readArguments(USAGE, {
    json: { type: 'boolean', default: false },
    html: { type: 'string' },
    patch: { type: 'string' },
  })
  if (positionals.length > 1) throw new UsageError(`One folder at a time.\n${USAGE}`)
  const root = resolve(positionals[0] ?? '.')
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError('no-such-folder', `There is no folder "${root}".`, {
      hint: 'Check the path; it is read from the current folder.',
    })
  const audit = await auditNotes(root, homedir())
  const rows = rowsOf(audit)
  if (values.json) {
    const { files, notes, tokens } = audit
    console.log(JSON.stringify({ files: files.length, notes: notes.length, tokens, findings: rows }))
  } else {
    console.log(headOf(audit).join('\n'))
    for (const { kind, rows: of } of rows) {
      if (of.length === 0) continue
      console.log(`\n${KINDS[kind].title}: ${of.length} (${doubtOf(kind)})`)
      for (const { notes, sentence } of of.slice(0, SHOWN)) {
        if (sentence !== '') console.log(`  ${showControls(sentence)}`)
        for (const { place, text } of notes) console.log(`    ${showControls(place)}  ${showControls(text)}`)
      }
      if (of.length > SHOWN) console.log(`  … ${of.length - SHOWN} more: --html FILE has all`)
    }
  }
  if (values.html !== undefined) writeFileSync(values.html, pageOf(audit, basename(root)))
  if (values.patch !== undefined) {
    const patch = patchOf(safeEdits(audit))
    writeFileSync(values.patch, patch)
    console.error(
      patch === ''
        ? `Nothing is certain enough to change: ${values.patch} is empty.`
        : `Look through it, then: git apply ${values.patch}`,
    )
  }
} catch (error) {
  process.exitCode = report(error)
}
