import type { Bench, Load } from './bench/measure.ts'
import { readArguments, report, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run bench -- index | import | embed | start | api | agents | ui [--json]'

/** Each bench is a file of its own; a figure is a ratio to a peer or a limit measured in the same run. */
const BENCHES: Record<string, () => Promise<{ run: () => Promise<Bench> }>> = {
  index: () => import('./bench/bench-index.ts'),
  import: () => import('./bench/bench-import.ts'),
  embed: () => import('./bench/bench-embed.ts'),
  start: () => import('./bench/bench-start.ts'),
  api: () => import('./bench/bench-api.ts'),
  agents: () => import('./bench/bench-agents.ts'),
  ui: () => import('./bench/bench-ui.ts'),
}

try {
  const { values, positionals } = readArguments(USAGE, { json: { type: 'boolean', default: false } })
  const load = BENCHES[positionals[0] ?? '']
  if (!load || positionals.length !== 1) throw new UsageError(USAGE)
  const bench = await (await load()).run()
  console.log(values.json ? JSON.stringify(bench) : table(bench))
  if (bench.loads?.some((load) => !isWithin(load))) process.exitCode = 1
} catch (error) {
  process.exitCode = report(error)
}

function table({ name, machine, figures, loads = [], notMeasured = [], notes = [] }: Bench): string {
  const rows = figures.map(
    ({ what, minMs, medianMs, p95Ms, n, against, againstMs, ratio }) =>
      `${what}: ${medianMs.toFixed(3)} ms (${minMs === undefined ? '' : `least ${minMs.toFixed(3)}, `}p95 ${p95Ms.toFixed(3)}, n ${n}) = ${ratio.toFixed(2)} × ${against} (${againstMs.toFixed(3)} ms)`,
  )
  rows.push(...notMeasured.map((what) => `not measured: ${what}`))
  return [`${name}, ${machine}`, ...rows, ...loads.map((load) => loadLine(load, loads)), ...notes].join('\n')
}

function isWithin({ limits, perSecond, p50Ms, p99Ms }: Load): boolean {
  if (limits === null) return true
  return (
    (limits.perSecond === null || perSecond >= limits.perSecond) &&
    p50Ms <= (limits.p50Ms ?? Number.POSITIVE_INFINITY) &&
    p99Ms <= (limits.p99Ms ?? Number.POSITIVE_INFINITY)
  )
}

function loadLine(load: Load, all: Load[]): string {
  const { what, agents, entries, n, perSecond, p50Ms, p95Ms, p99Ms, limits } = load
  const measured = `${what}: ${Number.isNaN(perSecond) ? '' : `${perSecond.toFixed(0)} a second, `}p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (n ${n}, ${agents} agents, ${entries} entries)`
  if (limits === null) return measured
  const promised = [
    limits.perSecond === null ? '' : `${limits.perSecond.toFixed(0)} a second`,
    limits.p50Ms === undefined ? '' : `${limits.p50Ms} ms at p50`,
    limits.p99Ms === null ? '' : `${limits.p99Ms} ms at p99`,
  ].filter(Boolean)
  const verdict = `${measured}; ${isWithin(load) ? 'within' : 'MISSES'} ${promised.join(' and ')}`
  const peer = all.find((other) => other.isPeer)
  return peer ? `${verdict}; ${(perSecond / peer.perSecond).toFixed(2)} × the peer's rate` : verdict
}
