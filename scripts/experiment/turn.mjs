/**
 * One turn by hand-over, for a reader in a shell:
 *   node scripts/experiment/turn.mjs EPISODE                 prints what waits for an answer
 *   node scripts/experiment/turn.mjs EPISODE --answer FILE   gives the answer (- = standard input), waits, prints what comes next
 *   node scripts/experiment/turn.mjs --list FOLDER           the open episodes of an experiment
 */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [first, option, file] = process.argv.slice(2)
const USAGE = 'usage: turn.mjs EPISODE [--answer FILE] | turn.mjs --list FOLDER'

const answerOf = (name) =>
  name.startsWith('turn-') ? name.replace('turn', 'answer') : name.replace('lesson-', 'lesson-answer-')
/** Prompts in the order in which they are asked: turns, then lessons. */
const prompts = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^(turn|lesson)-\d+\.txt$/.test(name))
        .sort((a, b) => (a[0] === b[0] ? (a < b ? -1 : 1) : a < b ? 1 : -1))
    : []
const open = (folder) => prompts(folder).find((name) => !existsSync(join(folder, answerOf(name)))) ?? null
const isOver = (folder) => existsSync(join(folder, 'end.txt'))

function list(folder) {
  const root = join(folder, 'hand-over')
  for (const name of existsSync(root) ? readdirSync(root).sort() : [])
    if (!isOver(join(root, name))) console.log(`${join(root, name)}\t${open(join(root, name)) ?? 'at work'}`)
}

async function show(folder) {
  for (;;) {
    const name = open(folder)
    if (name) return console.log(`[${name}]\n${readFileSync(join(folder, name), 'utf8')}`)
    if (isOver(folder)) return console.log(readFileSync(join(folder, 'end.txt'), 'utf8').trim())
    await new Promise((later) => setTimeout(later, 150))
  }
}

function answer(folder, from) {
  const name = open(folder)
  const text = readFileSync(from === '-' ? 0 : from, 'utf8')
  if (text.trim() === '') return fail('The answer is blank; nothing was given.')
  if (!name) return fail(isOver(folder) ? 'This episode is over.' : 'Nothing waits for an answer yet.')
  const path = join(folder, answerOf(name))
  writeFileSync(`${path}.part`, text)
  renameSync(`${path}.part`, path)
  return true
}

function fail(words) {
  console.error(words)
  process.exitCode = 1
  return false
}

if (first === '--list' && option) list(option)
else if (first && !first.startsWith('-') && (!option || (option === '--answer' && file))) {
  if (!option || answer(first, file)) await show(first)
} else {
  console.error(USAGE)
  process.exitCode = 2
}
