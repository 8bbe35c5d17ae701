import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareGain } from '../components/audit/gain/prepare-gain.ts'
import { RULES_ID } from '../lib/extract/extract.ts'
import { cohenKappa } from '../lib/extract/fixtures/agreement.ts'
import type { Loupe } from '../lib/loupe.ts'
import { type Coverage, isKept, simulateCoverage } from '../lib/memory/statistics/coverage.ts'
import { wilsonInterval } from '../lib/memory/statistics/proportion.ts'
import type { Interval } from '../lib/memory/statistics.ts'
import type { WorkbenchRun } from '../lib/memory/studies/ladder/workbench-file.ts'
import { REUSE } from '../lib/memory/studies/paper/figures.ts'
import type { Question } from '../lib/memory/studies/question.ts'
import type { PairRow } from '../lib/memory/studies/retrieval.ts'
import { pText } from '../lib/memory/text/words.ts'
import { precisionTable, readLabels } from '../lib/notes/precision.ts'
import { fitVerdict } from '../lib/retrieval/fit-verdict.ts'
import { VERDICT_FITS } from '../lib/retrieval/verdict-fits.ts'
import { openLoupe } from '../lib/runtime.ts'
import { readExperiment } from '../lib/studies/designs/experiment.ts'
import { readDemonstration } from '../lib/studies/designs/outcomes.ts'
import { readLessonGrades } from '../lib/studies/retrieval/lesson-grades.ts'
import { readQuestions } from '../lib/studies/retrieval/read-questions.ts'
import { listWorlds, readLibraries } from '../lib/workbench/worlds/read-worlds.ts'
import { measuresOf } from './make/verdict-measures.ts'

/* What the docs say in figures, computed. LOUPE_GOLDENS=write writes the tables anew; a sentence is mended by hand. */

const read = (path: string) => readFileSync(path, 'utf8')
const json = (path: string) => JSON.parse(read(path))
const lines = (path: string) => read(path).trim().split('\n')
const pathOf = (page: string) => (page.includes('/') ? page : `docs/${page}.md`)
const WORKBENCH = 'lib/workbench/README.md'

const dataPath = mkdtempSync(join(tmpdir(), 'loupe-test-'))
let loupe: Loupe

/** A Loupe as a first start makes it: the built-in embedder, the recorded experience in service. */
beforeAll(async () => {
  const opened = await openLoupe({
    rootPath: process.cwd(),
    dataPath,
    now: () => new Date(),
    log: () => undefined,
    env: {},
  })
  if (!opened) throw new Error('the folder is owned by another process')
  loupe = opened
  await loupe.start()
  await loupe.api.loadSample()
}, 300_000)

afterAll(async () => {
  await loupe.stop()
  rmSync(dataPath, { recursive: true, force: true })
})

/* Numbers as the docs write them. */

const number = (value: unknown): number => {
  const figure = value === '' || value === null ? Number.NaN : Number(value)
  if (!Number.isFinite(figure)) throw new Error(`${value} is no figure`)
  return figure
}
const fixed = (value: unknown, digits = 3) => number(value).toFixed(digits).replace(/^-/, '−')
const signed = (value: unknown, digits = 3) => `${number(value) < 0 ? '' : '+'}${fixed(value, digits)}`
const percent = (value: unknown) => `${Math.round(100 * number(value))} %`
const many = (value: number) => value.toLocaleString('en-US')
const range = ([low, high]: readonly unknown[], digits = 3) =>
  `${fixed(low, digits)} to ${fixed(high, digits)}`
const within = (share: unknown, ci: readonly unknown[]) => `${fixed(share)} (${range(ci)})`
const less = (row: PairRow | { difference: number; low: number; high: number } | undefined) =>
  `${signed(row?.difference)} (${range([row?.low, row?.high])})`
/** In percentage points. */
const points = (row: { differencePp: number; low: number | null; high: number | null } | undefined) => {
  if (row === undefined) return 'not run'
  const [difference, low, high] = [row.differencePp, row.low, row.high].map((one) =>
    fixed(one, 1).replace('−0.0', '0.0'),
  )
  return `${row.differencePp > 0.05 ? '+' : ''}${difference} (${low} to ${high})`
}
const inWords = (count: number) =>
  'no one two three four five six seven eight nine ten eleven twelve'.split(' ')[count]

/* What is compared with. Kept figures are held against the build by scripts/goldens.test.ts. */

const GOLDENS = 'scripts/fixtures/goldens'
type Row = Record<string, string>

function tableOf(path: string): Row[] {
  const [head = [], ...rows] = lines(path).map((line) =>
    line.replace(/"[^"]*"/g, (cell) => cell.slice(1, -1).replaceAll(',', ';')).split(','),
  )
  return rows.map((cells) => Object.fromEntries(head.map((column, i) => [column, cells[i]?.trim() ?? ''])))
}

/** The row of a kept figure whose first cells are these. */
function rowOf(figure: string, ...named: string[]): Row {
  const rows = tableOf(`${GOLDENS}/figures/${figure}.csv`)
  const row = rows.find((one) => named.every((cell, i) => Object.values(one)[i] === cell))
  if (!row) throw new Error(`${figure} has no row ${named.join(', ')}`)
  return row
}

type KeptMetrics = {
  strategy: string
  hitAt1: number
  mrr: number
  crossPhaseRate: number | null
  ci: { mrr: number[] }
}
const kept: { strategies: KeptMetrics[]; paired: PairRow[]; queries: number; oneOffs: number } = json(
  `${GOLDENS}/replay.json`,
)
const pairIn = (paired: readonly PairRow[], a: string, b: string) =>
  paired.find((row) => row.a === a && row.b === b && row.metric === 'mrr')

const questions = readQuestions(read('prisma/sample/queries.jsonl'), 'queries.jsonl')
const stages = questions.filter(({ category }) => category)
const tasks = questions.filter(({ category, relevant }) => !category && relevant.length > 0)
const grades = readLessonGrades(read('prisma/sample/lesson-grades.jsonl'), 'lesson-grades.jsonl')
const replay = (queries: Question[], strategies: string[], more = {}) =>
  loupe.api.replay({ project: 'sample', queries, strategies, seed: 1, ...more })

/** Computes once. */
function once<T>(compute: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: compute() }
    return made.value
  }
}
const firstLessons = () =>
  lines('prisma/sample/lessons-model-v1.jsonl').flatMap((line) => JSON.parse(line).lessons).length
const graded = once(() => replay(stages, ['subtask-chosen', 'subtask'], { grades }))
const firstMaker = once(async () => {
  await loupe.api.serveExtractor({ project: 'sample', extractor: 'model-v1' })
  const all = await replay(questions, ['subtask'])
  const { lessons } = await replay(stages, ['subtask'], { grades })
  await loupe.api.serveExtractor({ project: 'sample', extractor: 'model-v3' })
  return { metrics: all.strategies[0], lessons: lessons?.rows[0] }
})
const judged = once(async () => {
  const fit = fitVerdict((await graded()).words.judged)
  if (!fit) throw new Error('too few for a fit')
  return { fit, ...measuresOf(fit.held) }
})

/** What two annotators said of real runs, and what the rules made of them (lib/extract/corpus.test.ts holds that against the runs). */
const { subtasks, cut }: { subtasks: number[]; cut: Record<string, string> } = json(
  'lib/extract/labels/rules.json',
)
const cuts = Object.keys(cut).map((hash) => {
  const own = lines('lib/extract/labels/segments.jsonl')
    .map((line) => JSON.parse(line))
    .filter(({ fileSha256 }) => fileSha256 === hash)
  const by = (annotator: string) =>
    own
      .filter((one) => one.annotator === annotator)
      .map(({ from, to, category }) => String(category[0]).repeat(to - from + 1))
      .join('')
  return { rules: cut[hash] ?? '', w1: by('w1'), w2: by('w2') }
})
const kappaOf = (a: 'rules' | 'w1', b: 'w1' | 'w2') => {
  const even = cuts.filter((_, i) => i % 2 === 1)
  return fixed(cohenKappa([...even.map((one) => one[a]).join('')], [...even.map((one) => one[b]).join('')]))
}

/** What `node scripts/make/stages.ts CORPUS --measure` printed: a line a layout. */
const printed = lines('scripts/fixtures/stages.txt').map((line) => line.split(' | '))

type Paired = Pick<
  WorkbenchRun['result']['paired'][number],
  'a' | 'b' | 'size' | 'differencePp' | 'low' | 'high'
>
const ofWorlds: { vanillaShare: number; paired: Paired[] }[] = json('lib/workbench/fixtures/worlds.json')
const runs = readDemonstration(process.cwd())
const worlds = listWorlds(process.cwd())
const resultOf = (design: string, world = 'recurring') => {
  const run = runs.find(({ plan }) => plan.design === design && plan.world === world)
  if (!run) throw new Error(`no ${design} of ${world} ships`)
  return run.result
}
const cellOf = (design: string, arm: string, size = 250, world?: string) =>
  resultOf(design, world).cells.find((cell) => cell.arm === arm && cell.size === size)
const against = (design: string, arm: string, world?: string) =>
  resultOf(design, world).paired.filter(({ a, b }) => a === arm && b === 'vanilla')
const at = (rows: Paired[], size = 250) => rows.find((row) => row.size === size)
const share = (design: string, arm: string, size: number, world?: string) =>
  `${(100 * number(cellOf(design, arm, size, world)?.resolvedShare)).toFixed(1)} %`
const ladders = runs.filter(({ plan }) => plan.design === 'ladder')
const gainOf = (arm: string) => prepareGain(ladders, 'measured', { arm, against: 'vanilla' })?.ladder

const recorded = readExperiment(['prisma/experiment/loupe-mini'])
const blind = tableOf('scripts/fixtures/blind.csv')
const auditLabels = lines('scripts/fixtures/audit-labels.csv').map((line) => line.split(','))

/** Tables: where, their first row, and the first cells of the rows below it, computed. */
const TABLES: [page: string, head: string, rows: () => unknown[][] | Promise<unknown[][]>][] = [
  [
    'evaluation',
    'strategy | hit@1 | MRR | 95 % | other category',
    () =>
      kept.strategies
        .filter(({ mrr }) => mrr > 0)
        .map(({ strategy, hitAt1, mrr, crossPhaseRate, ci }) => [
          ...[`\`${strategy}\``, fixed(hitAt1), fixed(mrr), range(ci.mrr)],
          crossPhaseRate === null ? '' : fixed(crossPhaseRate),
        ]),
  ],
  [
    'evaluation',
    "questions | strategy | MRR | wrong category | the model's reading less this",
    async () => [
      ...(await readByModel('stage descriptions', stages, ['subtask-predicted', 'subtask'])),
      ...(await readByModel(
        'whole tasks',
        questions.filter(({ category }) => !category),
        ['subtask', 'instance'],
      )),
    ],
  ],
  [
    'evaluation',
    'layout | n | instances | as it serves | calibration error | by words | calibration error',
    () => printed.filter(([, n]) => Number(n) > 12),
  ],
  [
    'evaluation',
    'called | n | helps | 95 % | of 60 unrelated texts',
    async () => {
      const { levels } = (await judged()).fit
      expect(levels).toEqual(VERDICT_FITS['local-v2']?.levels)
      const unrelated = readQuestions(read('scripts/fixtures/unrelated.jsonl'), 'unrelated.jsonl')
      expect(unrelated).toHaveLength(60)
      const { rows } = (await replay(unrelated, ['subtask'], { resamples: 100 })).words
      return (['fits', 'weak', 'nothing-fits'] as const).map((word) => {
        const { n, helped } = levels[word]
        const { low, high } = wilsonInterval(helped, n)
        const of = rows.find((row) => row.word === word)?.unrelated
        return [word.replace('-', ' '), n, fixed(helped / n), range([low, high]), of]
      })
    },
  ],
  [
    'evaluation',
    'key | spans | MRR | raw steps, same spans | difference, 95 %',
    () =>
      tableOf(`${GOLDENS}/figures/abstraction-key.csv`)
        .filter(({ over }) => over === 'own')
        .map((row) => [
          ...[row.key, row.stretches, fixed(row.MRR), fixed(row['MRR of raw steps'])],
          `${signed(row.difference)} (${range([row['95 % low'], row['95 % high']])})`,
        ]),
  ],
  [
    'evaluation',
    'planted | detector | found | precision',
    () =>
      json(`${GOLDENS}/quality.json`).planted.detectors.map(
        ({ trouble, detector, found, planted, precision }: Record<string, string>) => [
          ...[trouble, `\`${detector}\``, `${found} of ${planted}`, fixed(precision)],
        ],
      ),
  ],
  [
    'lessons',
    'seed 1 | n | `model-v1` | `model-v3`',
    async () => {
      const [one, three] = [(await firstMaker()).metrics, kept.strategies[0]]
      const [chosen, first] = (await graded()).lessons?.rows ?? []
      const helped = (row: typeof first) => within(row?.helps, row?.ci ?? [])
      const spans = (maker: string) => rowOf('abstraction-key', `lesson by ${maker}`, 'own').stretches
      const asked = kept.queries - kept.oneOffs
      const found = (row: typeof one | typeof three) => within(row?.mrr, row?.ci.mrr ?? [])
      return [
        [
          'lessons in service',
          '',
          firstLessons(),
          rowOf('reuse-shape', 'replay; other tasks only')['entries stored'],
        ],
        ['stages with a lesson in service', '', spans('model-v1'), spans('model-v3')],
        [
          ...['`subtask`: first lesson is of a run that helps', asked],
          ...[fixed(one?.hitAt1), fixed(three?.hitAt1)],
        ],
        ['`subtask`: MRR, 95 %', asked, found(one), found(three)],
        [
          '`subtask`: first lesson helps, by graded lessons',
          first?.n,
          helped((await firstMaker()).lessons),
          helped(first),
        ],
        ['`subtask-chosen`: what is given helps', chosen?.n, '', helped(chosen)],
      ]
    },
  ],
  [
    'lessons',
    'lessons | good | junk | hold something local | transfers, of 3 | found, of 2',
    () =>
      [
        ['`model-v3`', ({ maker }: Row) => maker === 'v3-real'],
        ['of them worth 3', ({ maker, worth }: Row) => maker === 'v3-real' && worth === '3'],
        ['`model-v1`', ({ maker }: Row) => maker === 'v1-real'],
      ].map(([name, isOf]) => {
        const own = blind.filter(isOf as (row: Row) => boolean)
        const both = (of: (reader: string) => unknown) => `${of('a')} and ${of('b')}`
        const count = (word: string) => both((r) => own.filter((row) => row[r] === word).length)
        const mean = (what: string) =>
          both((r) => fixed(own.reduce((sum, row) => sum + number(row[`${what} ${r}`]), 0) / own.length, 2))
        const local = both((r) => own.filter((row) => row[`local ${r}`] === '1').length)
        return [
          name,
          `${count('good')} of ${own.length}`,
          count('junk'),
          local,
          mean('transfers'),
          mean('found'),
        ]
      }),
  ],
  [
    WORKBENCH,
    'world | training | held out | what it is',
    () => worlds.map(({ name, training, heldOut }) => [`\`${name}\``, training.length, heldOut.length]),
  ],
  [
    WORKBENCH,
    'difference in points, 95 % | recurring | pairs | decoys | scattered',
    () => [
      ['vanilla resolves', ...ofWorlds.map(({ vanillaShare }) => `${(100 * vanillaShare).toFixed(1)} %`)],
      ...(
        [
          ['subtask, 250 lessons', 'subtask', 'vanilla', 250],
          ['subtask, its steps free, 250', 'subtask-uncharged', 'vanilla', 250],
          ['subtask, its steps free, 1', 'subtask-uncharged', 'vanilla', 1],
          ['instance, 250', 'instance', 'vanilla', 250],
          ['raw steps, 250', 'raw', 'vanilla', 250],
          ['random of the category, 250', 'random', 'vanilla', 250],
          ['subtask less instance, 250', 'subtask', 'instance', 250],
          ['subtask less global, 250', 'subtask', 'global', 250],
          ['subtask less raw steps, 250', 'subtask', 'raw', 250],
          ['subtask less random, 250', 'subtask', 'random', 250],
        ] as const
      ).map(([name, a, b, size]) => {
        const isRow = (row: Paired) => row.a === a && row.b === b && row.size === size
        const [first] = ofWorlds
        expect(points(first?.paired.find(isRow))).toBe(points(resultOf('ladder').paired.find(isRow)))
        return [name, ...ofWorlds.map(({ paired }) => points(paired.find(isRow)))]
      }),
    ],
  ],
  [
    WORKBENCH,
    'lessons | 0 | 1 | 5 | 10 | 25 | 50 | 100 | 250',
    () => [['subtask', ...against('ladder', 'subtask').map(points)]],
  ],
  [
    WORKBENCH,
    'steps allowed | 10 | 20 | 40 | 80 | 160',
    () => ['subtask', 'instance'].map((arm) => [arm, ...against('budget', arm).map(points)]),
  ],
  [
    WORKBENCH,
    ' | `fresh` | right, AUC | `fresh-scattered`, the control',
    () =>
      [
        ['`oracle`, the ceiling', 'oracle'],
        ['`selective`', 'selective'],
        ['`subtask`, same key, always asks', 'subtask'],
        ['`random`', 'random'],
      ].map(([name, arm = '']) => {
        const key = cellOf('by-stage', arm, 250, 'fresh')?.key
        const [fresh, control] = ['fresh', 'fresh-scattered'].map((world) =>
          points(at(against('by-stage', arm, world))),
        )
        const right =
          arm === 'oracle'
            ? 'by definition'
            : `${many(number(key?.right))} of ${many(number(key?.told))}, ${fixed(key?.auc)}`
        return [name, fresh, right, control]
      }),
  ],
  [
    'experiment',
    'lessons in the store at the start | pairs | gain in points | 95 %',
    () => {
      const { primary, density = [] } = recorded ?? {}
      const all = { name: 'all', n: primary?.pairs ?? 0, gainPp: primary?.gainPp ?? null, interval: primary }
      return [all, ...density].map(({ name, n, gainPp, interval }) => [
        ...[name, n, gainPp === 0 ? '0.0' : signed(gainPp, 1)],
        interval ? range([interval.low, interval.high], 1) : '',
      ])
    },
  ],
  [
    'dashboards',
    ' | n | share | promised',
    () => {
      const rows: Coverage[] = json('scripts/fixtures/coverage.json').rows
      expect(rows.filter((row) => !isKept(row))).toEqual([])
      // The others take too long here: they are as `npm run coverage -- --json` printed them.
      expect(simulateCoverage({ seed: 1, trials: 2_000, resamples: 1_000 }).next().value).toEqual(rows[0])
      return rows.map(({ what, n, share: held, monteCarloSe, promised }) => [
        ...[what, n, `${fixed(100 * held, 1)} % ± ${fixed(100 * monteCarloSe, 1)}`],
        promised ? `${range([100 * promised.low, 100 * promised.high], 0)} %` : 'reported only',
      ])
    },
  ],
  [
    'audit',
    'kind | under rules before | right at first sight, rules in use | repositories | precision, 95 % Wilson | by repository',
    () => precisionTable(readLabels('scripts/fixtures/audit-labels.csv')).map(cellsOf),
  ],
  [
    'sample',
    'mechanism | episodes | repositories | decoys',
    () => {
      type Episode = { mechanism: string; repo: string; decoyOf: string | null }
      const all = lines('prisma/sample/episodes.jsonl').map((line): Episode => JSON.parse(line))
      const byMechanism = Map.groupBy(all, ({ mechanism }) => mechanism)
      return [...byMechanism]
        .filter(([, own]) => own.length > 1)
        .sort(([a], [b]) => a.localeCompare(b, 'en'))
        .map(([name, own]) => [
          ...[name, own.length, [...new Set(own.map(({ repo }) => repo))].sort().join(', ')],
          all.filter(({ decoyOf }) => decoyOf === name).length,
        ])
    },
  ],
]

/** Tables that another test holds, since it computes them. */
const ELSEWHERE: [page: string, head: string, test: string][] = [
  ['secrets', 'family | forms | masked', 'lib/extract/secret-formats.test.ts'],
  ['sample', 'what | ', 'lib/extract/sample-truth.test.ts'],
  ['lessons', ' | ', 'lib/sample-recording.test.ts'],
  ['embedders', 'embedder | what it is | dimensions', 'scripts/docs.test.ts'],
]

/** Sentences of figures, white space aside. */
const SENTENCES: [page: string, what: string, said: () => string[] | Promise<string[]>][] = [
  [
    'evaluation',
    'stages by rules',
    () => [
      `labelled ${cuts.length} real runs (${cuts.map(({ w1 }) => w1).join('').length} steps)`,
      `annotators with each other ${kappaOf('w1', 'w2')}, rules with each of them **${kappaOf('rules', 'w1')} and ${kappaOf('rules', 'w2')}**`,
      `On ${subtasks.length} real runs (mini-swe-agent 1.x, 2.x, SWE-agent): a median of ${subtasks[Math.floor(subtasks.length / 2)]} subtasks a run (${subtasks[0]} to ${subtasks.at(-1)}), ${subtasks.reduce((sum, one) => sum + one, 0)} subtasks, by \`${RULES_ID}\`.`,
    ],
  ],
  [
    'evaluation',
    'retrieval',
    async () => {
      const whole = await replay(tasks, ['subtask', 'instance'])
      const embedders = await replay(questions, ['subtask', 'subtask;embedder=local-v1'])
      const difference = rowOf('misprediction-filter-difference', 'subtask less instance', 'MRR')
      const stageLess = {
        difference: number(difference.difference),
        low: number(difference['95 % low']),
        high: number(difference['95 % high']),
      }
      const [filtered, without, episodes] = ['subtask', 'global', 'instance'].map((way) =>
        rowOf('misprediction-filter', way),
      )
      const read = async (asked: Question[]) =>
        (await replay(asked, ['subtask-by-model'], { onlyRead: true })).queries
      const wholes = questions.filter(({ category }) => !category)
      return [
        `\`npm run replay\`, ${kept.queries - kept.oneOffs} labelled questions (${kept.oneOffs} more have no answer)`,
        `\`subtask\` less \`instance\`, ${less(pairIn(kept.paired, 'subtask', 'instance'))}. On ${filtered?.answerable} descriptions of one stage it is ${less(stageLess)}; on ${tasks.length} whole tasks`,
        `read ${await read(stages)} stage descriptions and ${await read(wholes)} whole tasks through hand-over`,
        `the task's own prose, ${less(pairIn(whole.paired, 'subtask', 'instance'))}.`,
        `\`local-v2\` less \`local-v1\`: ${less(pairIn(embedders.paired, 'subtask', 'subtask;embedder=local-v1'))}.`,
        `the first lesson helps in ${percent(filtered?.helps)} of ${filtered?.questions} questions with the filter, in ${percent(without?.helps)} without it, and of whole episodes in ${percent(episodes?.helps)}`,
      ]
    },
  ],
  [
    'evaluation',
    'predictor and verdict',
    async () => {
      const matrix = tableOf(`${GOLDENS}/figures/misprediction-matrix.csv`)
      const sum = (rows: Row[]) => rows.reduce((all, row) => all + number(row.questions), 0)
      const [right, n] = [sum(matrix.filter((row) => row.labelled === row.predicted)), sum(matrix)]
      const { low, high } = wilsonInterval(right, n)
      const gap = tableOf(`${GOLDENS}/figures/misprediction-calibration.csv`)
        .filter(({ series }) => series === 'predictor')
        .reduce((all, row) => {
          const off = Math.abs(number(row.confidence) - number(row.agreement))
          return all + (number(row.questions) / n) * off
        }, 0)
      const { fit, auc, precision } = await judged()
      const [, own, ownShare, ownLow, ownHigh] =
        /^all: (.*), (\S+) \((\S+) to (\S+)\)$/m.exec(read('scripts/fixtures/stages.txt')) ?? []
      const [, alone, others] =
        /from (\d+) stage starts[^;]+ from (\d+) of all/.exec(read('lib/jobs/stage-fit.ts')) ?? []
      return [
        `On the sample's ${n} questions with a category the rules' predictor agrees with the label in ${right} (${percent(right / n)}, ${range([100 * low, 100 * high], 0)} %); expected calibration error ${fixed(gap)}.`,
        `learned from ${alone} stage starts of mini-swe-agent 1 and of the sample`,
        `learned from ${Number(others).toLocaleString('en')} starts of all layouts`,
        `for ${own} stages of all real runs, ${percent(ownShare)} (${Math.round(100 * number(ownLow))} to ${Math.round(100 * number(ownHigh))}).`,
        `the sample's ${fit.n} stage questions`,
        `AUC ${auc}; precision at recall 0.70 is ${precision}, with ${fit.helped} of ${fit.n} lessons that help.`,
      ]
    },
  ],
  [
    'concepts',
    'what a verdict is worth',
    async () => {
      const { levels } = (await judged()).fit
      const tenths = ({ n, helped }: { n: number; helped: number }) =>
        `about ${Math.round((10 * helped) / n)} of 10`
      return [
        `*Fits*: of such lessons ${tenths(levels.fits)} help; *nothing fits*: ${tenths(levels['nothing-fits'])},`,
      ]
    },
  ],
  [
    'dashboards',
    'reuse in the paper',
    () => {
      const { retrievedEntries, headPercent, singleUsePercent } = REUSE
      return [
        `the paper's ${retrievedEntries.value} entries, ${headPercent.value} % and ${singleUsePercent.value} %.`,
      ]
    },
  ],
  [
    'sample',
    'outcomes and planted trouble',
    () => {
      const episodes = lines('prisma/sample/episodes.jsonl').map((line): { outcome: string } =>
        JSON.parse(line),
      )
      const count = (outcome: string) => episodes.filter((one) => one.outcome === outcome).length
      const { entries, healthy } = json(`${GOLDENS}/quality.json`).planted
      return [
        `texts, and ${kept.oneOffs} without any answer`,
        `Outcomes: ${count('resolved')} resolved, ${count('unresolved')} unresolved`,
        `${entries} entries, ${entries - healthy} with planted faults and ${healthy} healthy`,
      ]
    },
  ],
  [
    './README.md',
    'the sample',
    () => {
      const episodes = lines('prisma/sample/episodes.jsonl').map((line): { repo: string } => JSON.parse(line))
      const repositories = new Set(episodes.map(({ repo }) => repo))
      return [
        `${episodes.length} episodes over ${inWords(repositories.size)} invented repositories`,
        `${json(`${GOLDENS}/quality.json`).planted.entries} lessons with planted faults`,
      ]
    },
  ],
  [
    'evaluation',
    'payload',
    () => {
      const raw = rowOf('abstraction-payload', 'raw steps')
      const made = rowOf('abstraction-payload', 'lesson by model-v3')
      const { entries, healthy } = json(`${GOLDENS}/quality.json`).planted
      return [
        `raw steps cost ${fixed(raw['median tokens'], 0)} tokens at the median and name ${fixed(raw.identifier, 0)} identifiers and ${fixed(raw.path, 0)} paths a span; an experience costs ${made['median tokens']} and names none`,
        `${entries} planted entries, ${healthy} of them healthy`,
      ]
    },
  ],
  [
    'lessons',
    'makers and choices',
    async () => {
      const { rows = [], paired = [] } = (await graded()).lessons ?? {}
      const [chosen] = rows
      const given = number(chosen?.n) - number(chosen?.empty)
      expect(chosen?.misleads).toBe(0)
      const ofThird = grades.filter(({ extractor }) => extractor === 'model-v3')
      const both = blind.filter((row) => row.a === row.b)
      return [
        `than either**: ${less(paired[0])} over \`subtask\``,
        `It gave ${given} lessons, of which ${Math.round(number(chosen?.helps) * number(chosen?.n))} help and none misleads, and nothing for ${chosen?.empty} questions`,
        `(${ofThird.length} pairs) are by ${inWords(new Set(ofThird.map(({ reader }) => reader)).size)} readers`,
        `in one shuffled pile of ${blind.length} with one layout`,
        `who wrote which, agree on ${both.length}.`,
        `${json(`${GOLDENS}/replay-by-model.json`).queries} of the answers are readings of questions, ${stages.length} are choices`,
        `has ${firstLessons()} lessons that an earlier extractor`,
      ]
    },
  ],
  [
    WORKBENCH,
    'what came out',
    () => {
      const paired = at(against('ladder', 'subtask'))
      const wrong = against('misprediction', 'subtask')
      const whole = prepareGain(
        runs,
        'measured',
        { arm: 'subtask', against: 'vanilla' },
        'stream',
      )?.stream?.curve.points.at(-1)
      const ofTasks = (value: number | undefined) => (100 * number(value)) / number(whole?.x)
      const interval: Partial<Interval> = whole?.interval ?? {}
      const stream = {
        differencePp: ofTasks(whole?.value),
        low: ofTasks(interval.low),
        high: ofTasks(interval.high),
      }
      const { adjustedP = [], curve } = gainOf('subtask') ?? {}
      const lowest = Math.min(...adjustedP.filter((p) => p !== null))
      expect(lowest).toBeGreaterThan(0.05)
      const free = gainOf('subtask-uncharged')
      const one = free?.curve.points.findIndex(({ x }) => x === 1) ?? -1
      return [
        `**Cannot tell: ${points(paired)} points.** ${share('ladder', 'subtask', 250)} resolved with memory, ${share('ladder', 'vanilla', 0)} without.`,
        `the lowest Holm p is ${pText(lowest)}, at ${curve?.points[adjustedP.indexOf(lowest)]?.x} lessons`,
        `is +${free?.curve.points[one]?.value.toFixed(1)} points in \`recurring\`, Holm p ${pText(free?.adjustedP[one] ?? Number.NaN)}: not significant`,
        `with none mistaken ${points(wrong[0])}, with all ${points(wrong.at(-1))}.`,
        `of ${whole?.x} tasks, from an empty store, is worse as a whole: ${points(stream)} points.`,
      ]
    },
  ],
  [
    WORKBENCH,
    'worlds and the fairer ladder',
    () => {
      const libraries = [...readLibraries(process.cwd()).values()]
      const [recurring, , decoys, scattered, fresh] = worlds
      const used = new Set(recurring?.training.concat(recurring.heldOut).map(({ library }) => library))
      const [old, more] = [
        libraries.filter(({ name }) => used.has(name)),
        libraries.filter(({ name }) => !used.has(name)),
      ]
      const functionsOf = (some: typeof libraries) => some.reduce((sum, one) => sum + one.functions.length, 0)
      const learnt = new Set(recurring?.training.flatMap(({ mechanisms }) => mechanisms))
      const again = recurring?.heldOut.filter((task) => task.mechanisms.some((one) => learnt.has(one)))
      const single = [recurring, decoys, scattered].flatMap((world) => world?.heldOut ?? [])
      const all = new Set(worlds.flatMap((world) => world.training.flatMap(({ mechanisms }) => mechanisms)))
      const gain = (arm: string, size: number) =>
        signed(at(against('by-stage', arm, 'fresh'), size)?.differencePp, 1)
      const sizes = [1, 5, 25, 100, 250]
      const farthest = Math.max(
        ...against('by-stage', 'selective', 'fresh').map(({ differencePp }) =>
          Math.abs(number(differencePp)),
        ),
      )
      const key = cellOf('by-stage', 'oracle', 250, 'fresh')?.key
      const told = cellOf('by-stage', 'selective', 250, 'fresh')?.key
      const [ladder, stream] = ['ladder', 'stream'].map((design) =>
        runs.find(({ plan }) => plan.design === design),
      )
      return [
        `(\`lib/workbench/worlds\`). ${functionsOf(old)} small functions in ${inWords(old.length)} libraries of our own writing, and ${functionsOf(more)} in ${inWords(more.length)} that`,
        `made by ${all.size} operators`,
        `comes again in other functions for ${again?.length} of ${recurring?.heldOut.length} |`,
        `In ${single.filter(({ tempting }) => tempting).length} of the ${single.length} held-out tasks`,
        `**Nothing gained, nothing lost: ${points(at(against('by-stage', 'selective', 'fresh')))} points.** ${share('by-stage', 'vanilla', 0, 'fresh')} resolved without memory, ${share('by-stage', 'selective', 250, 'fresh')} with it.`,
        `30 draws. ${fresh?.heldOut.length} tasks in ${new Set(fresh?.heldOut.flatMap(({ faulty }) => faulty)).size} held-out functions`,
        `six libraries that no earlier world knows, seed ${json('lib/workbench/worlds/frozen.json').freshSeed}.`,
        `\`selective\` stays within ${Math.ceil(10 * farthest) / 10} of nothing throughout.`,
        `rises with density (${sizes.map((size) => gain('oracle', size)).join(', ')} with ${sizes.join(', ')} lessons)`,
        `a right lesson for ${many(number(key?.right))} of ${many(number(key?.asked))} questions, and likeness of outcomes names one in ${percent(number(told?.right) / number(told?.told))}`,
        `${ladder?.plan.draws} random draws`,
        `${inWords(number(stream?.plan.draws))} shuffles of all ${stream?.plan.tasks} tasks`,
      ]
    },
  ],
  [
    'experiment',
    'the recorded experiment',
    () => {
      const { arms: [base, arm] = [], primary } = recorded ?? {}
      const { low, high } = primary?.newcombe ?? {}
      return [
        `: ${primary?.pairs} tasks, each once without memory`,
        `Without memory ${base?.resolved} were resolved, with it ${arm?.resolved}: six gained, none lost, exact McNemar p ${fixed(primary?.p)}.`,
        `Newcombe's of the whole is ${range([low, high], 1)}.`,
      ]
    },
  ],
  [
    'audit',
    'rounds',
    () => {
      const gone = auditLabels.filter(([round, , kind]) => kind === 'gone' && Number(round) >= 7)
      const byRepository = [...Map.groupBy(gone, ([, repository]) => repository).values()]
      const [first = 0, second = 0] = byRepository.map(({ length }) => length).sort((x, y) => y - x)
      return [
        `${gone.length} findings in ${byRepository.length} of the 97 repositories, ${first + second} of them in two`,
      ]
    },
  ],
]

it.each(TABLES)('%s has the table "%s" as it is computed', async (page, head, rowsOf) => {
  const text = read(pathOf(page))
  const table = tablesIn(text).find((one) => one.head === head)
  if (!table) throw new Error(`${page} has no such table`)
  const rows = (await rowsOf()).map((cells) => cells.map(String))
  const shown = table.rows.map((cells, i) => cells.slice(0, rows[i]?.length))
  if (process.env.LOUPE_GOLDENS === 'write') {
    const body = rows.map((cells, i) => [...cells, ...(table.rows[i]?.slice(cells.length) ?? [])])
    const written = body.map((cells) => `| ${cells.join(' | ')} |\n`.replaceAll('|  |', '| |')).join('')
    writeFileSync(
      pathOf(page),
      text.replace(table.body, () => written),
    )
  } else expect(shown).toEqual(rows)
})

/** Sentences that were computed. */
const computed: string[] = []

it.each(SENTENCES)('%s says of %s what is computed', async (page, _what, said) => {
  const text = read(pathOf(page)).replace(/\s+/g, ' ')
  for (const sentence of await said()) {
    computed.push(sentence)
    expect.soft(text).toContain(sentence)
  }
})

it('every paragraph that counts so many of so many is computed above, or says when and of what, or by whom, it was counted', () => {
  const counts = /\b\d[\d,]* of (?:the )?\d[\d,]*\b/
  const silent = pagesOfDocs().flatMap((page) =>
    read(pathOf(page))
      .split(/\n\s*\n/)
      .filter((words) => !words.startsWith('|') && counts.test(words) && !isMeasurement(words))
      .filter(
        (words) => !computed.some((one) => counts.test(one) && words.replace(/\s+/g, ' ').includes(one)),
      )
      .map((words) => `${page}: ${words.slice(0, 80)}`),
  )
  expect(silent).toEqual([])
})

it('every table of figures is computed, or says when and of what, or by whom, it was measured', () => {
  const known = new Set([...TABLES, ...ELSEWHERE].map(([page, head]) => `${page}: ${head}`))
  const silent = pagesOfDocs().flatMap((page) =>
    tablesIn(read(pathOf(page)))
      .filter(({ rows }) => rows.some((cells) => cells.slice(1).some((cell) => /^\**[+−-]?\d/.test(cell))))
      .filter(({ head, above }) => !known.has(`${page}: ${head}`) && !isMeasurement(above))
      .map(({ head }) => `${page}: ${head}`),
  )
  expect(silent).toEqual([])
  for (const [page, , test] of ELSEWHERE) expect(read(test)).toContain(pathOf(page))
})

const pagesOfDocs = () => [
  WORKBENCH,
  ...readdirSync('docs').flatMap((name) =>
    /^(?!reference|third-party).*\.md$/.test(name) ? [name.slice(0, -3)] : [],
  ),
]

/** A day, and a commit or a reader. */
function isMeasurement(words: string): boolean {
  return (
    /\b\d{1,2} [A-Z]\w+ 2026\b|\b2026-\d\d-\d\d\b/.test(words) && /\b[0-9a-f]{8}\b|\bread by\b/.test(words)
  )
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

/** A page's tables: the first row, the others, and what stands above since the heading. */
function tablesIn(text: string) {
  return [...text.matchAll(/^(\|.*\|)\n\|[-:| ]+\|\n((?:\|.*\n)*)/gm)].map(
    ({ 1: head = '', 2: body = '', index }) => ({
      head: cellsOf(head).join(' | '),
      body,
      rows: body.trim().split('\n').map(cellsOf),
      above: text.slice(Math.max(0, text.lastIndexOf('\n#', index)), index),
    }),
  )
}

/** Of the questions that a model read: each strategy, and the model's reading less it. */
async function readByModel(kind: string, asked: Question[], others: string[]) {
  const { strategies, paired, queries } = await replay(asked, ['subtask-by-model', ...others], {
    onlyRead: true,
  })
  return strategies.map(({ strategy, mrr, crossPhaseRate }) => {
    const pair = pairIn(paired, 'subtask-by-model', strategy)
    const wrong = crossPhaseRate === null ? '' : percent(crossPhaseRate)
    return [`${kind}, ${queries}`, `\`${strategy}\``, fixed(mrr), wrong, pair ? less(pair) : '']
  })
}
