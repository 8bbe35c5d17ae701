import { readOutcomes } from '../lib/ingest/results.ts'
import { UserError } from '../lib/memory/errors.ts'
import { type Comparison, compareRuns, type RunOutcomes } from '../lib/memory/statistics/compare.ts'
import { pWords } from '../lib/memory/text/words.ts'
import { readArguments, readGiven, report, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run compare -- BASE VARIANT [--reruns FILE...] [--seed N] [--json]'

/** Two result files, paired by instance. Needs no data folder. */
try {
  const { values, positionals } = readArguments(USAGE, {
    reruns: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  })
  // The shell spreads `--reruns a b`: what stands after the first two files is meant as reruns.
  const [base, variant, ...more] = positionals
  const seed = Number(values.seed)
  if (base === undefined || variant === undefined || (more.length > 0 && values.reruns.length === 0))
    throw new UsageError(`Two result files are needed.\n${USAGE}`)
  if (!Number.isInteger(seed) || seed < 0) throw new UsageError(`--seed is a whole number.\n${USAGE}`)
  const reruns = [...values.reruns, ...more].map(readRun)
  const comparison = compareRuns(readRun(base), readRun(variant), { seed, reruns })
  if (comparison === null)
    throw new UserError('nothing-in-common', `${base} and ${variant} share no instance.`, {
      hint: 'Give two runs over the same instances; ids must be spelled alike.',
    })
  console.log(values.json ? JSON.stringify(comparison) : words(comparison, base, variant))
} catch (error) {
  process.exitCode = report(error)
}

function readRun(path: string): RunOutcomes {
  const { outcomes, warnings } = readOutcomes(readGiven(path), path)
  for (const warning of warnings) console.error(`${path}: ${warning}`)
  return new Map([...outcomes].map(([id, outcome]) => [id, outcome === 'resolved']))
}

function words(c: Comparison, base: string, variant: string): string {
  const pp = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(1)} pp`
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const rate = (share: { count: number; of: number; share: number } | null) =>
    share === null ? 'nothing to flip' : `${share.count} of ${share.of} (${percent(share.share)})`
  const isSignificant = (c.ciLowPp > 0 || c.ciHighPp < 0) && c.mcnemarP <= 0.05
  return [
    `${variant} against ${base}, ${c.n} common instances`,
    `gain ${pp(c.gainPp)} (95 % ${pp(c.ciLowPp)} to ${pp(c.ciHighPp)}, Newcombe, paired): ${isSignificant ? 'significant' : 'cannot tell'}`,
    `  ${percent(c.baseShare)} -> ${percent(c.variantShare)}; both ${c.both}, only base ${c.onlyBase}, only variant ${c.onlyVariant}, neither ${c.neither}; exact McNemar ${pWords(c.mcnemarP)}`,
    ...(c.clusteredPp
      ? [
          `  bootstrap by repository ${pp(c.clusteredPp.low)} to ${pp(c.clusteredPp.high)}, ${c.clusteredPp.clusters} repositories`,
        ]
      : []),
    `  gained of what the base failed ${rate(c.transfer.positive)}, lost of what it solved ${rate(c.transfer.negative)}`,
    c.noiseFloor
      ? `noise floor ± ${c.noiseFloor.floorPp.toFixed(1)} pp: ${c.noiseFloor.reruns} runs of the base disagree on ${percent(c.noiseFloor.disagreementShare)} of ${c.noiseFloor.n} instances`
      : 'noise floor unknown: give reruns of the base with --reruns',
    ...(c.onlyInBase.length + c.onlyInVariant.length > 0
      ? [
          `left out: ${c.onlyInBase.length} instances only in the base, ${c.onlyInVariant.length} only in the variant`,
        ]
      : []),
  ].join('\n')
}
