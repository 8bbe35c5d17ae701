import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testRules } from '../fixtures/test-rules.ts'
import { CATEGORIES, type Category } from '../memory/category.ts'
import { spentMs } from '../memory/fixtures/spent.ts'
import { calibration } from '../memory/studies/ranking-metrics.ts'
import { CUES } from './category-cues.ts'
import { likeliestCategory, predictCategory } from './predict-category.ts'

/** Written by us as agents speak; the stage is what the sentence announces. */
const SPOKEN: Record<Category, string[]> = {
  ANALYZE: [
    'locate where the next-page token is built',
    'understand how the session middleware computes the expiry',
    'find the cause of the duplicated row at the page boundary',
    'Let me look at the parser module to see how tokens are split',
    'search for all callers of the rounding helper',
    'read the serializer to learn why the field is dropped',
    'trace the request from the handler to the cache',
    'Now I need to figure out which class handles the reflected operator',
    'inspect the traceback and the code around it',
    'explore the repository structure',
    'identify the root cause of the KeyError',
    'grep for the definition of the decorator',
    'check how timezone conversion is handled in the exporter',
    'list the files and open the one that defines the paginator',
    'why does the listener fire twice?',
  ],
  REPRODUCE: [
    'construct test case for cursor-based pagination bug',
    'construct failing test case for off-by-one in pagination',
    'reproduce the timeout with a minimal script',
    "I'll write a script to see the error happen",
    'create a small example that triggers the exception',
    'write a test that walks every page and compares with the unpaged list',
    'build a minimal fixture where the last page is exactly full',
    'confirm the bug exists before changing anything',
    'Let me create a reproduction script first',
    'demonstrate the failure with two concurrent requests',
    'add a failing unit test for the empty list',
    'reproduce missing first item after a cursor is decoded',
    'set up a script that shows the duplicated header',
    'run a quick snippet to reproduce the issue',
    'write a regression test that fails on the current code',
  ],
  EDIT: [
    'change the comparison from < to <=',
    'replace offset slicing with keyset comparison',
    'implement the reflected operator by delegating to the forward one',
    'Now I will fix the off-by-one in the slice',
    'add a guard so that an empty list returns early',
    'update the cache key to include the locale',
    'attach the event listener to the button',
    'apply the fix to the serializer',
    'modify the query to join on the primary key',
    'refactor the parser so that quotes are escaped',
    'make the default argument None and create the list inside',
    'use a stable sort instead of the naive one',
    'rename the shadowed variable',
    'move the lock before the check',
    'Fix the timezone conversion in the exporter',
  ],
  VERIFY: [
    'run the tests again after the fix',
    'confirm page walk returns each row once',
    'verify that the error is gone and existing tests still pass',
    'run the full test suite to check for regressions',
    'rerun the reproduction script with the fix',
    'make sure nothing else broke',
    'check that the output is now correct',
    'Let me verify the change works for the edge cases',
    'execute the existing unit tests for the module',
    'confirm the bug no longer occurs',
    'validate the patch against the original example',
    'run the reproduction script again',
    'double check that the migration still applies',
    'ensure all tests pass',
    'test the fix with several inputs',
  ],
}
const pairs = CATEGORIES.flatMap((category) => SPOKEN[category].map((text) => ({ text, category })))

function measured(labelled: { text: string; category: Category }[]) {
  const said = labelled.map(({ text, category }) => {
    const prediction = predictCategory(text)
    const likeliest = likeliestCategory(prediction)
    return {
      text,
      category,
      likeliest,
      confidence: prediction.probabilities[likeliest],
      correct: likeliest === category,
    }
  })
  return { wrong: said.filter((one) => !one.correct), ...calibration(said) }
}

testRules(CUES)

describe('predictCategory', () => {
  it('names the announced stage in nine of ten sentences written by us', () => {
    const { wrong, n } = measured(pairs)
    expect(wrong.length / n, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(0.1)
  })

  it('errs on the side of doubt: it is less sure than it is right on those sentences', () => {
    const { bins, n } = measured(pairs)
    const sure = bins.reduce((sum, bin) => sum + bin.n * (bin.confidence ?? 0), 0) / n
    const right = bins.reduce((sum, bin) => sum + bin.n * (bin.correct ?? 0), 0) / n
    expect(sure).toBeLessThan(right)
    expect(right - sure).toBeLessThan(0.25)
  })

  it('gives probabilities that sum to 1 and are never 0 or 1', () => {
    for (const text of [...pairs.map((pair) => pair.text), '', '???', 'x'.repeat(50_000)]) {
      const values = Object.values(predictCategory(text).probabilities)
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
      expect(Math.min(...values)).toBeGreaterThan(0)
      expect(Math.max(...values)).toBeLessThan(1)
    }
  })

  it('does not choose without a cue', () => {
    const { probabilities, cues } = predictCategory('pagination')
    expect(probabilities).toEqual({ ANALYZE: 0.25, REPRODUCE: 0.25, EDIT: 0.25, VERIFY: 0.25 })
    expect(cues).toEqual([])
  })

  it('tells the words that decided', () => {
    expect(predictCategory('run the tests again after the fix').cues[0]).toContain('run the tests again')
  })

  it('stays fast on text made to confuse patterns', () => {
    const startedAt = spentMs()
    predictCategory('confirm the '.repeat(5_000))
    predictCategory(`write ${'a '.repeat(50_000)}`)
    predictCategory(`${'now, '.repeat(20_000)}`)
    expect(spentMs() - startedAt).toBeLessThan(2_000)
  })

  const queriesPath = new URL('../../prisma/sample/queries.jsonl', import.meta.url)
  it.skipIf(!existsSync(queriesPath))(
    'prints n and calibration error on the labelled queries of the sample',
    () => {
      const lines = readFileSync(queriesPath, 'utf8').split('\n').filter(Boolean)
      const queries = lines.map((line) => JSON.parse(line) as { text: string; category?: Category })
      const labelled = queries.flatMap(({ text, category }) => (category ? [{ text, category }] : []))
      const { n, ece, wrong } = measured(labelled)
      process.stdout.write(
        `predictor rules-v1 on the sample: n ${n}, agreement ${n - wrong.length} of ${n}, ECE ${ece?.toFixed(3)}\n`,
      )
      expect(n).toBeGreaterThan(0)
    },
  )
})
