import { UserError } from '../lib/memory/errors.ts'
import { INTERVAL_DRAWS } from '../lib/memory/statistics.ts'
import { readLessonGrades } from '../lib/studies/retrieval/lesson-grades.ts'
import { readQuestions } from '../lib/studies/retrieval/read-questions.ts'
import type { ReplayReport } from '../lib/studies/retrieval/replay.ts'
import type { WordReport } from '../lib/studies/retrieval/verdict-words.ts'
import { readArguments, readGiven, runScript, UsageError } from './reach/run-script.ts'

const USAGE =
  'usage: npm run replay -- --project P --queries FILE.jsonl --strategies a,b [--primary a,b] [--grades FILE.jsonl] [--only-read] [--seed N] [--json]\n  a strategy may name an embedder: "subtask;embedder=local-v1"; --only-read: the questions that a language model has read'

await runScript(async (open) => {
  const { values } = readArguments(USAGE, {
    project: { type: 'string' },
    queries: { type: 'string' },
    strategies: { type: 'string' },
    primary: { type: 'string' },
    grades: { type: 'string' },
    'only-read': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  })
  const { project, queries: file, strategies } = values
  if (project === undefined || file === undefined || strategies === undefined)
    throw new UsageError(`--project, --queries and --strategies are needed.\n${USAGE}`)
  const seed = Number(values.seed)
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff)
    throw new UsageError(`--seed is a whole number below 4,294,967,296.\n${USAGE}`)
  const names = strategies.split(',').filter(Boolean)
  if (names.length === 0) throw new UsageError(`--strategies names none.\n${USAGE}`)
  const primary = readPrimary(values.primary, names)
  const queries = readQuestions(readGiven(file).toString(), file)
  if (queries.length === 0)
    throw new UserError('no-queries', `${file} holds no query.`, { hint: 'Give it one JSON line a query.' })
  const loupe = await open()
  const report = await loupe.api.replay({
    project,
    queries,
    strategies: names,
    seed,
    resamples: INTERVAL_DRAWS,
    primary,
    onlyRead: values['only-read'],
    grades:
      values.grades === undefined ? [] : readLessonGrades(readGiven(values.grades).toString(), values.grades),
  })
  console.log(values.json ? JSON.stringify(report) : table(report))
  return 0
})

/** The declared pair, both among the strategies; null when none was named: then the first two are it. */
function readPrimary(text: string | undefined, names: readonly string[]): [string, string] | null {
  if (text === undefined) return null
  const [a = '', b = '', ...more] = text.split(',')
  if (more.length > 0 || a === b || !names.includes(a) || !names.includes(b))
    throw new UsageError(`--primary names two of the strategies, as a,b.\n${USAGE}`)
  return [a, b]
}

function table(report: ReplayReport & { words: WordReport }): string {
  const { strategies, paired, queries, oneOffs, seed, lessons, words } = report
  const number = (value: number | null) => (value === null ? '–' : value.toFixed(3)).padStart(7)
  const lines = [
    `${queries} queries, ${oneOffs} of them one-offs without anything relevant; seed ${seed}`,
    '',
  ]
  lines.push(
    `${'strategy'.padEnd(16)}     n  hit@1   hit@3   hit@5  hit@10     MRR  95 % CI          nDCG@10  cross-phase  coverage`,
  )
  for (const s of strategies) {
    const ci = s.ci.mrr ? `${s.ci.mrr[0].toFixed(3)}–${s.ci.mrr[1].toFixed(3)}` : '–'
    lines.push(
      `${s.strategy.padEnd(16)} ${String(s.n).padStart(5)}${[s.hitAt1, s.hitAt3, s.hitAt5, s.hitAt10, s.mrr].map(number).join(' ')}  ${ci.padEnd(16)}${number(s.ndcgAt10)}  ${number(s.crossPhaseRate)}  ${number(s.coverage)}`,
    )
  }
  lines.push('', 'paired differences, 95 % bootstrap interval')
  for (const { a, b, metric, difference, low, high, primary, pHolm } of paired) {
    const claim = low <= 0 && high >= 0 ? 'cannot tell' : 'the interval holds no 0'
    lines.push(
      `  ${a} − ${b}, ${metric}: ${difference.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}) ${claim}${primary ? ', declared primary' : pHolm === null ? '' : `, Holm p ${pHolm.toFixed(3)}`}`,
    )
  }
  lines.push('', ...wordLines(words))
  if (lessons) lines.push('', ...lessonLines(lessons))
  return lines.join('\n')
}

/** What the verdict's words were worth on these questions. */
function wordLines({ rows, labelledCount, unrelatedCount }: WordReport): string[] {
  const share = (count: number, of: number) =>
    of === 0 ? '–' : `${count} of ${of} (${((100 * count) / of).toFixed(0)} %)`
  return [
    `the verdict's words, asked of subtask: ${labelledCount} questions with an answer, ${unrelatedCount} without`,
    'word           first lesson right     of graded, helps       without an answer',
    ...rows
      .filter(({ n, unrelated }) => n + unrelated > 0)
      .map(
        ({ word, n, right, unrelated, graded, helped }) =>
          `${word.padEnd(14)} ${share(right, n).padEnd(22)} ${share(helped, graded).padEnd(22)} ${share(unrelated, unrelatedCount)}`,
      ),
  ]
}

/** How often the first lesson helps, by readers' grades. */
function lessonLines({ rows, paired }: NonNullable<ReplayReport['lessons']>): string[] {
  const share = (value: number | null) => (value === null ? '–' : value.toFixed(3))
  return [
    'first lessons, graded blind: helps = grade 2 or 3 of 3; ungraded ones and empty answers count as no help; misleads and mean grade of the graded',
    'strategy             n  empty  ungraded  helps  95 % CI        misleads  mean grade',
    ...rows.map(({ strategy, n, empty, ungraded, helps, ci, misleads, meanGrade }) =>
      [
        strategy.padEnd(16),
        String(n).padStart(5),
        String(empty).padStart(6),
        String(ungraded).padStart(9),
        ` ${share(helps)}`,
        ` ${(ci ? `${ci[0].toFixed(3)}–${ci[1].toFixed(3)}` : '–').padEnd(13)}`,
        share(misleads).padStart(9),
        share(meanGrade).padStart(11),
      ].join(' '),
    ),
    ...paired.map(
      ({ a, b, difference, low, high }) =>
        `  ${a} − ${b}, helps: ${difference.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
    ),
  ]
}
