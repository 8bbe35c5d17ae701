/* A process of its own that writes until it is killed, see ../crash.ts: data folder, number of this life and `planted` are its arguments. */
import { fileURLToPath } from 'node:url'
import { CATEGORIES } from '../../lib/memory/category.ts'
import { openLoupe } from '../../lib/runtime.ts'

export type Line =
  /** What the store holds when it is opened, and how many of the last of it the index did not find. */
  | { held: string[]; asked: number; notFound: number }
  /** A write was answered. */
  | { acknowledged: string }

/** Writes at once, and entries asked for again after a start. Ours. */
const WRITERS = 4
const ASKED = 20
const project = 'crash'

const [dataPath = '', life = '', mode = ''] = process.argv.slice(2)
const rootPath = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
const opened = await openLoupe({ rootPath, dataPath, now: () => new Date(), log: () => undefined })
if (!opened) throw new Error('the killed process still owns the folder')
const loupe = opened

const say = (line: Line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const categoryOf = (name: string) => CATEGORIES[name.length % CATEGORIES.length] ?? 'EDIT'

say(await look())
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))

async function look(): Promise<Line> {
  const held: string[] = []
  const isThere = (await loupe.api.shell({ project: null })).projects.some(({ name }) => name === project)
  let text = ''
  if (isThere)
    for await (const piece of (await loupe.api.exportEntries({ project, format: 'jsonl', versions: false }))
      .pieces)
      text += piece
  for (const line of text.split('\n').slice(1).filter(Boolean))
    held.push(JSON.parse(line).entry.description.objective)
  const last = held.slice(-ASKED)
  let notFound = 0
  for (const name of last) {
    const question = { project, text: name, mode: 'subtask', category: categoryOf(name), limit: 1 } as const
    const { hits } = await loupe.api.retrieve({ ...question, strategy: 'subtask', floor: null })
    if (hits[0]?.objective !== name) notFound++
  }
  return { held, asked: last.length, notFound }
}

async function write(writer: number): Promise<void> {
  for (let n = 0; ; n++) {
    const name = `entry ${n} of writer ${writer} in life ${life}`
    const written = loupe.api.store({
      project,
      category: categoryOf(name),
      objective: name,
      keywords: [],
      title: name,
      kind: 'pattern',
      when: 'A process is killed.',
      do: `Keep ${name}.`,
      because: '',
      check: '',
    })
    if (mode === 'planted') say({ acknowledged: name }) // the defect that the harness must catch
    await written
    if (mode !== 'planted') say({ acknowledged: name })
  }
}
