import type { DetectorQuality } from '../lib/detect/quality.ts'
import type { QualityReport } from '../lib/jobs/quality-report.ts'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run quality -- --project P [--examples N] [--seed N] [--meaning] [--json]'

await runScript(async (open) => {
  const { values } = readArguments(USAGE, {
    project: { type: 'string' },
    examples: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    meaning: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  if (values.project === undefined) throw new UsageError(`--project is needed.\n${USAGE}`)
  const [examples, seed] = [Number(values.examples), Number(values.seed)]
  if (!Number.isInteger(examples) || examples < 0 || examples > 1000 || !Number.isInteger(seed) || seed < 0)
    throw new UsageError(`--examples is 0 to 1000, --seed a whole number.\n${USAGE}`)
  const loupe = await open()
  const { project, meaning } = values
  const report = await loupe.api.quality({ project, examples, seed, meaning })
  console.log(values.json ? JSON.stringify(report) : inWords(report))
  return 0
})

function inWords(report: QualityReport): string {
  const { project, entries, embedder, flagged, planted, examples, byMeaning } = report
  const lines = [`${project}: ${entries} entries, embedder ${embedder}`, '']
  if (planted) {
    lines.push(`planted trouble (written by us), ${planted.healthy} of ${planted.entries} entries healthy`)
    lines.push(
      ...table(planted.detectors),
      '',
      'the half that nobody looked at while the detectors were written',
      ...table(planted.heldOut),
    )
    lines.push(
      `the poisoned lesson: ${planted.poisonFlagged ? 'flagged' : 'not flagged'}`,
      '',
      'near-duplicates by threshold (pairs)',
    )
    for (const point of planted.duplicateCurve)
      lines.push(
        `  ${point.threshold.toFixed(2)}  ${String(point.pairs).padStart(5)} pairs  precision ${number(point.precision)}  recall ${number(point.recall)}  F1 ${number(point.f1)}`,
      )
  }
  lines.push('', 'flagged')
  for (const { detector, count, entries: touched, unknownBecause } of flagged)
    lines.push(`  ${detector.padEnd(18)} ${unknownBecause ?? `${count} (${touched} entries)`}`)
  for (const { detector, sentence, texts } of examples)
    lines.push('', `-- ${detector}: ${sentence}`, ...texts)
  if (byMeaning) lines.push('', ...meaningLines(byMeaning))
  return lines.join('\n')
}

function meaningLines({ pairs, examples, planted }: NonNullable<QualityReport['byMeaning']>): string[] {
  const lines = [`near-duplicates by meaning (decision 019, not in service): ${pairs} pairs`]
  if (planted) {
    const { rows, originalFirst } = planted
    lines.push(
      ...table(rows.map(({ by, all }) => ({ ...all, trouble: by }))),
      'the half that nobody looked at',
      ...table(rows.map(({ by, heldOut }) => ({ ...heldOut, trouble: by }))),
      `of ${originalFirst.n} that words miss the original is nearest in meaning for ${originalFirst.first}`,
    )
  }
  for (const { score, texts } of examples)
    lines.push('', `-- by meaning: cosine ${score.toFixed(3)}`, ...texts)
  return lines
}

function table(rows: DetectorQuality[]): string[] {
  const head = `${'trouble'.padEnd(18)}planted  found   recall  95 % CI        flagged  healthy  precision  95 % CI           F1`
  return [
    head,
    ...rows.map(
      (one) =>
        `${one.trouble.padEnd(18)}${String(one.planted).padStart(7)}${String(one.found).padStart(7)}${number(one.recall)}  ${interval(one.recallInterval)}${String(one.flagged).padStart(9)}${String(one.healthyFlagged).padStart(9)}${number(one.precision)}    ${interval(one.precisionInterval)}${number(one.f1)}`,
    ),
  ]
}

function number(value: number | null): string {
  return (value === null ? '–' : value.toFixed(3)).padStart(8)
}

function interval(value: { low: number; high: number } | null): string {
  return (value === null ? '–' : `${value.low.toFixed(2)}–${value.high.toFixed(2)}`).padEnd(12)
}
