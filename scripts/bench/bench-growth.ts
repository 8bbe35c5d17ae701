import { PERIODS, processorMs, READERS } from '../../lib/extract/fixtures/growth-readers.ts'
import { FILE_READERS } from '../../lib/ingest/fixtures/growth-files.ts'
import { type Bench, type Figure, machine } from './measure.ts'

/** Sizes of a text in characters, and of a file in its own unit, for 1×; large enough that little is left to chance. */
const TEXT = 16_000
const FILE = 250

/** How every reader of texts and files grows from 1× over 2× to 4×: for texts the period that grows most. Processor time. */
export async function run(): Promise<Bench> {
  const figures: Figure[] = []
  for (const [name, read] of Object.entries(READERS)) {
    const worst = PERIODS.map((period) => ({
      period,
      ...grow((length) => read(period.repeat(Math.ceil(length / period.length))), TEXT),
    })).reduce((a, b) => (b.four > a.four ? b : a))
    figures.push(
      figureOf(`${name}, slowest of ${PERIODS.length} periods (${JSON.stringify(worst.period)})`, worst),
    )
  }
  for (const [name, read] of Object.entries(FILE_READERS))
    figures.push(figureOf(`file: ${name}`, grow(read, FILE)))
  return { name: 'growth', machine: machine(), figures }
}

type Growth = { one: number; two: number; four: number }

function grow(read: (size: number) => unknown, size: number): Growth {
  read(Math.ceil(size / 10)) // what is compiled at first is no growth
  const least = (times: number) => Math.min(...[1, 2, 3].map(() => processorMs(() => read(times * size))))
  return { one: least(1), two: least(2), four: least(4) }
}

function figureOf(what: string, { one, two, four }: Growth): Figure {
  const named = `${what}, 1× ${one.toFixed(1)}, 2× ${two.toFixed(1)}, 4×`
  return { what: named, medianMs: four, p95Ms: four, n: 3, against: '1×', againstMs: one, ratio: four / one }
}
