import { type Coverage, isKept, simulateCoverage } from '../lib/memory/statistics/coverage.ts'
import { readArguments, report, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run coverage -- [--trials N] [--resamples N] [--seed N] [--json]'

/** Do the intervals and tests of the audit keep what they promise? Exit code 1 when one misses it by more than its Monte Carlo error explains. */
try {
  const { values } = readArguments(USAGE, {
    trials: { type: 'string', default: '2000' },
    resamples: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  })
  const [trials, resamples, seed] = [values.trials, values.resamples, values.seed].map(Number)
  const isCount = (value: number | undefined): value is number => Number.isInteger(value) && Number(value) > 0
  if (!isCount(trials) || !isCount(resamples) || !isCount(seed))
    throw new UsageError(`--trials, --resamples and --seed are whole numbers above 0.\n${USAGE}`)
  const rows: Coverage[] = []
  for (const row of simulateCoverage({ seed, trials, resamples })) {
    rows.push(row)
    if (!values.json) console.log(line(row))
  }
  if (values.json) console.log(JSON.stringify({ source: 'simulated', seed, trials, resamples, rows }))
  if (!rows.every(isKept)) process.exitCode = 1
} catch (error) {
  process.exitCode = report(error)
}

function line(row: Coverage): string {
  const { what, n, share, monteCarloSe, promised } = row
  const verdict =
    promised === null
      ? 'reported only'
      : `promised ${100 * promised.low} to ${100 * promised.high} %, ${isKept(row) ? 'not missed by more than that error explains' : 'MISSED'}`
  return `${what}, n ${n}: ${(100 * share).toFixed(1)} % ± ${(100 * monteCarloSe).toFixed(1)} (Monte Carlo error), ${verdict}`
}
