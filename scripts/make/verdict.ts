/**
 * Writes lib/retrieval/verdict-fits.ts: what the sample's graded first lessons say of when a lesson helps, for each embedder that ships.
 * A maintainer's command, to be run again when the sample's lessons or their grades change. Prints what folds and unrelated texts say.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wilsonInterval } from '../../lib/memory/statistics/proportion.ts'
import { fitVerdict, type VerdictFit } from '../../lib/retrieval/fit-verdict.ts'
import { openLoupe } from '../../lib/runtime.ts'
import { readLessonGrades } from '../../lib/studies/retrieval/lesson-grades.ts'
import { readQuestions } from '../../lib/studies/retrieval/read-questions.ts'
import { measuresOf } from './verdict-measures.ts'

const rootPath = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(rootPath, path), 'utf8')
const queries = readQuestions(read('prisma/sample/queries.jsonl'), 'queries.jsonl').filter(
  ({ category }) => category,
)
const grades = readLessonGrades(read('prisma/sample/lesson-grades.jsonl'), 'lesson-grades.jsonl')
const unrelated = readQuestions(read('scripts/fixtures/unrelated.jsonl'), 'unrelated.jsonl')
const FITS_PATH = join(rootPath, 'lib/retrieval/verdict-fits.ts')

const isMeasuringOnly = process.argv.includes('--measure')
const fits: Record<string, Omit<VerdictFit, 'held'>> = {}
for (const embedder of ['local-v2', 'local-v1']) await overSample(embedder)
if (!isMeasuringOnly)
  writeFileSync(
    FITS_PATH,
    `import type { VerdictFit } from './fit-verdict.ts'

/** By embedder; written by scripts/make/verdict.ts from the sample's graded lessons. */
export const VERDICT_FITS: Readonly<Record<string, Omit<VerdictFit, 'held'>>> = ${written(rounded(fits))}
`,
  )

async function overSample(embedder: string): Promise<void> {
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-verdict-'))
  const env = { LOUPE_EMBEDDER: embedder }
  const loupe = await openLoupe({ rootPath, dataPath, now: () => new Date(), log: console.error, env })
  if (!loupe) throw new Error(`${dataPath} is in use`)
  await loupe.start()
  await loupe.api.loadSample({})
  await loupe.close()
  const again = await openLoupe({ rootPath, dataPath, now: () => new Date(), log: console.error, env })
  if (!again) throw new Error(`${dataPath} is in use`)
  const ask = async (asked: typeof queries, known: typeof grades) => {
    const request = { project: 'sample', strategies: ['subtask'], resamples: 100 }
    return (await again.api.replay({ ...request, queries: asked, grades: known })).words
  }
  const { judged } = await ask(queries, grades)
  const fit = fitVerdict(judged)
  console.log(`${embedder}: ${judged.length} of ${queries.length} first lessons graded`)
  if (fit) {
    const { held: _, ...kept } = fit
    fits[embedder] = kept
    console.log(`  ${fit.helped} help`)
    tell(fit)
  } else console.log('  too few for a fit: the verdict is unknown in this space')
  const { rows } = await ask(unrelated, [])
  const words = rows.filter((row) => row.unrelated > 0).map((row) => `${row.unrelated} ${row.word}`)
  console.log(`  ${unrelated.length} unrelated texts, by the fit of before this command: ${words.join(', ')}`)
  await again.close()
  rmSync(dataPath, { recursive: true, force: true })
}

/** What folds say: AUC, precision at a recall, the levels, how far said and true are apart. */
function tell({ held, levels, fitsFrom, weakFrom }: VerdictFit): void {
  const { auc, precision } = measuresOf(held)
  console.log(`  AUC ${auc}; precision at recall .70 ${precision}`)
  for (const [word, { n, helped }] of Object.entries(levels)) {
    const { low, high } = n > 0 ? wilsonInterval(helped, n) : { low: 0, high: 1 }
    console.log(
      `  ${word}: ${helped} of ${n} help, ${(helped / n).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
    )
  }
  const recall = levels.fits.helped / held.filter(({ helps }) => helps).length
  console.log(`  recall of fits ${recall.toFixed(3)}; limits ${fitsFrom.toFixed(3)}, ${weakFrom.toFixed(3)}`)
}

/** As JSON, a level and a point of the curve in a line each. */
function written(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /\{\s+([^{}[\]]+?)\s+\}/g,
    (_, flat: string) => `{ ${flat.replace(/\s+/g, ' ')} }`,
  )
}

/** Six digits of every number: enough, and the same on every machine. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(6))
  if (Array.isArray(value)) return value.map(rounded)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]))
}
