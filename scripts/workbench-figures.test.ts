import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { prepareGain } from '../components/audit/gain/prepare-gain.ts'
import type { WorkbenchRun } from '../lib/memory/studies/ladder/workbench-file.ts'
import { pText } from '../lib/memory/text/words.ts'
import { readDemonstration } from '../lib/studies/designs/outcomes.ts'

type Paired = Pick<
  WorkbenchRun['result']['paired'][number],
  'a' | 'b' | 'size' | 'differencePp' | 'low' | 'high'
>
type World = { vanillaShare: number; paired: Paired[] }

const doc = readFileSync('lib/workbench/README.md', 'utf8')
const worlds: World[] = JSON.parse(readFileSync('lib/workbench/fixtures/worlds.json', 'utf8'))
const runs = readDemonstration(process.cwd())
const asked = { arm: 'subtask', against: 'vanilla' }
const ladders = runs.filter(({ plan }) => plan.design === 'ladder')
const ladder = prepareGain(ladders, 'measured', asked)?.ladder
const stream = prepareGain(runs, 'measured', asked, 'stream')?.stream
const pairedOf = (design: string) => runs.find(({ plan }) => plan.design === design)?.result.paired ?? []

const points = (value: number | null) =>
  (value ?? Number.NaN).toFixed(1).replace('-', '−').replace('−0.0', '0.0')
const figure = (row: { differencePp: number; low: number | null; high: number | null } | undefined) =>
  row
    ? `${row.differencePp > 0.05 ? '+' : ''}${points(row.differencePp)} (${points(row.low)} to ${points(row.high)})`
    : 'not run'
const line = (name: string, cells: string[]) => `| ${[name, ...cells].join(' | ')} |`

it('what the README says of the four worlds is what the command said of them, and of the shipped ladder where it is of its world', () => {
  expect(doc).toContain(
    line(
      'vanilla resolves',
      worlds.map(({ vanillaShare }) => `${(100 * vanillaShare).toFixed(1)} %`),
    ),
  )
  for (const [name, a, b, size] of [
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
  ] as const) {
    const isRow = (row: Paired) => row.a === a && row.b === b && row.size === size
    expect(doc).toContain(
      line(
        name,
        worlds.map(({ paired }) => figure(paired.find(isRow))),
      ),
    )
    expect(figure(worlds[0]?.paired.find(isRow))).toBe(figure(pairedOf('ladder').find(isRow)))
  }
})

it('what it says of sizes, budgets, categories and the stream is what the shipped runs and the page say', () => {
  const less = (design: string, arm: string) =>
    pairedOf(design).filter(({ a, b }) => a === arm && b === 'vanilla')
  expect(doc).toContain(line('subtask', less('ladder', 'subtask').map(figure)))
  for (const arm of ['subtask', 'instance']) expect(doc).toContain(line(arm, less('budget', arm).map(figure)))
  const wrong = less('misprediction', 'subtask')
  expect(doc).toContain(`with none mistaken ${figure(wrong[0])}, with all ${figure(wrong.at(-1))}.`)
  const whole = stream?.curve.points.at(-1)
  const share = (instances: number | undefined) => (100 * (instances ?? Number.NaN)) / (whole?.x ?? 0)
  const all = {
    differencePp: share(whole?.value),
    low: share(whole?.interval?.low),
    high: share(whole?.interval?.high),
  }
  expect(doc).toContain(
    `of ${whole?.x} tasks, from an empty store, is worse as a whole: ${figure(all)} points.`,
  )
})

it('what it calls not significant is not, after Holm over the sizes', () => {
  const lowest = Math.min(...(ladder?.adjustedP ?? []).filter((p) => p !== null))
  const at = ladder?.curve.points[ladder.adjustedP.indexOf(lowest)]?.x
  expect(lowest).toBeGreaterThan(0.05)
  expect(doc).toContain(`the lowest Holm p is ${pText(lowest)}, at ${at} lessons`)
  const free = prepareGain(ladders, 'measured', { arm: 'subtask-uncharged', against: 'vanilla' })?.ladder
  const one = free?.curve.points.findIndex(({ x }) => x === 1) ?? -1
  expect(doc).toContain(
    `is +${free?.curve.points[one]?.value.toFixed(1)} points in \`recurring\`, Holm p ${pText(free?.adjustedP[one] ?? Number.NaN)}: not significant`,
  )
})
