import { readArguments, UsageError } from './arguments.ts'
import type { Bench } from './bench/measure.ts'
import { report } from './run-door.ts'

const USAGE = 'usage: npm run bench -- index | import [--json]'

/** Each bench is a file of its own; a figure is a ratio to a peer or a limit measured in the same run. */
const BENCHES: Record<string, () => Promise<{ run: () => Promise<Bench> }>> = {
  index: () => import('./bench/bench-index.ts'),
  import: () => import('./bench/bench-import.ts'),
}

try {
  const { values, positionals } = readArguments(USAGE, { json: { type: 'boolean', default: false } })
  const load = BENCHES[positionals[0] ?? '']
  if (!load || positionals.length !== 1) throw new UsageError(USAGE)
  const bench = await (await load()).run()
  console.log(values.json ? JSON.stringify(bench) : table(bench))
} catch (error) {
  process.exitCode = report(error)
}

function table({ name, machine, figures }: Bench): string {
  const rows = figures.map(
    ({ what, medianMs, p95Ms, n, against, againstMs, ratio }) =>
      `${what}: ${medianMs.toFixed(3)} ms (p95 ${p95Ms.toFixed(3)}, n ${n}) = ${ratio.toFixed(2)} × ${against} (${againstMs.toFixed(3)} ms)`,
  )
  return [`${name}, ${machine}`, ...rows].join('\n')
}
