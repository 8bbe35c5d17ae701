import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { readOutcomes } from '../lib/ingest/results.ts'
import { compareRuns } from '../lib/memory/statistics/compare.ts'

const corpus = process.env.LOUPE_CORPUS_DIR
const pairSchema = z.object({
  name: z.string(),
  baseline: z.string(),
  variant: z.string(),
  common: z.number(),
  both: z.number(),
  neither: z.number(),
  only_baseline: z.number(),
  only_variant: z.number(),
  mcnemar_exact_p: z.number(),
})

describe.skipIf(!corpus)('over the public pairs', () => {
  const folder = corpus ?? ''
  const text = corpus ? readFileSync(join(folder, 'swe-bench-results/PAIRS.json'), 'utf8') : '[]'
  const pairs = z.array(pairSchema).parse(JSON.parse(text))
  const read = (path: string) =>
    new Map(
      [...readOutcomes(readFileSync(join(folder, path)), path).outcomes].map(
        ([id, outcome]) => [id, outcome === 'resolved'] as const,
      ),
    )

  it('there are twenty', () => expect(pairs).toHaveLength(20))

  it.each(pairs.map((pair) => [pair.name, pair] as const))(
    'reproduces the cells exactly and p to three digits: %s',
    (_, pair) => {
      const found = compareRuns(read(pair.baseline), read(pair.variant), { seed: 1, resamples: 100 })
      expect(found).toMatchObject({
        n: pair.common,
        both: pair.both,
        neither: pair.neither,
        onlyBase: pair.only_baseline,
        onlyVariant: pair.only_variant,
      })
      expect(Number(found?.mcnemarP.toPrecision(3))).toBeCloseTo(pair.mcnemar_exact_p, 10)
      expect(found?.mcnemarP.toPrecision(3)).toBe(Number(pair.mcnemar_exact_p).toPrecision(3))
    },
  )
})

it('prints one document of the promised shape, with reruns or without', () => {
  const folder = temporaryFolder()
  const file = (name: string, rows: Record<string, boolean>) => {
    const path = join(folder, name)
    const lines = Object.entries(rows).map(([id, resolved]) => JSON.stringify({ instance_id: id, resolved }))
    writeFileSync(path, lines.join('\n'))
    return path
  }
  const base = file('base.jsonl', { 'a__a-1': true, 'a__a-2': false, 'a__a-3': false })
  const variant = file('variant.jsonl', { 'a__a-1': true, 'a__a-2': true, 'a__a-3': false })
  const { status, stdout } = runScript('compare', [base, variant, '--reruns', base, '--json'])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    n: 3,
    both: 1,
    onlyBase: 0,
    onlyVariant: 1,
    neither: 1,
    gainPp: expect.closeTo(33.33, 2),
    ciLowPp: expect.any(Number),
    ciHighPp: expect.any(Number),
    mcnemarP: 1,
    noiseFloor: { floorPp: 0, reruns: 2 },
  })
  expect(JSON.parse(runScript('compare', [base, variant, '--json']).stdout).noiseFloor).toBeNull()
  expect(runScript('compare', [base]).status).toBe(2)
  expect(runScript('compare', [base, join(folder, 'none.jsonl')])).toMatchObject({ status: 1, stdout: '' })
})

function runScript(name: string, args: string[]) {
  const flags = ['--disable-warning=ExperimentalWarning', resolve(`scripts/${name}.ts`)]
  const { status, stdout } = spawnSync(process.execPath, [...flags, ...args], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, stdout }
}
