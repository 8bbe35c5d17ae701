import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeRun, type ShortStep } from '../fixtures/make-run.ts'
import { readCorpusRun } from '../fixtures/read-corpus-run.ts'
import { segmentEvidence } from '../rules/segment.ts'
import { stagesOfSteps } from '../rules/stage-of-step.ts'
import { showRun } from './show-run.ts'

function shown(steps: readonly ShortStep[]) {
  const trajectory = makeRun(steps)
  return showRun({ trajectory, segments: segmentEvidence(stagesOfSteps(trajectory)) })
}

const lines = (word: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${word} ${i}`).join('\n')

it('shows every step under the heading of its stage', () => {
  const [text = '', ...more] = shown([
    ['Look.', 'cat a.py', 'a'],
    ['Change it.', "sed -i 's/a/b/' a.py"],
    ['Run.', 'pytest -q', '1 failed', 1],
  ])
  expect(more).toEqual([])
  expect(text).toContain('--- stage 1: ANALYZE, step 1 ---\n[step 1]\nthought: Look.\ncommand: cat a.py')
  expect(text).toContain('--- stage 2: EDIT, step 2 ---')
  expect(text).toContain('output (exit status 1): 1 failed')
  expect(text).not.toContain('left out')
})

it('of a long run keeps the end of a failure, the code that is written and the words of the agent', () => {
  const code = `cat > fix.py <<'EOF'\n${lines('code', 150)}\nEOF`
  const round: ShortStep[] = [
    ['Why? '.repeat(100), 'cat a.py', lines('listing', 900)],
    ['I write it.', code],
    ['Run.', 'pytest -q', `${lines('trace', 900)}\nE  KeyError: cursor\n1 failed`, 1],
  ]
  const [text = '', ...more] = shown(Array.from({ length: 12 }, () => round).flat())
  expect(more).toEqual([])
  expect(text.length).toBeLessThan(66_000)
  expect(text.split('E  KeyError: cursor\n1 failed').length - 1).toBe(12)
  expect(text.split('Why? '.repeat(100).trim()).length - 1).toBe(12)
  expect(text.split(lines('code', 150)).length - 1).toBe(12)
  expect(text).toMatch(/listing 899\n/)
  expect(text).not.toContain('listing 450')
})

it('shows a model no word that mixes characters as passwords do, in a run stored before the scanner knew it either', () => {
  const word = ['Xy7', 'qp!Rt2vW'].join('')
  const [text = ''] = shown([['Look.', 'cat a', `first\nuse ${word}\nPGPASSWORD=${word}`]])
  expect(text).not.toContain(word)
  expect(text).toContain(`use ${'•'.repeat(word.length)}\nPGPASSWORD=•`)
})

it('a run that is too long even so is shown in two parts that share steps, and no part is longer than its bound', () => {
  for (const count of [150, 600]) {
    const parts = shown(
      Array.from({ length: count }, () => ['t'.repeat(4_000), 'c'.repeat(5_000), 'o'.repeat(9_000)] as const),
    )
    expect(parts).toHaveLength(2)
    for (const part of parts) expect(part.length).toBeLessThan(66_000)
    const steps = parts.map((part) => [...part.matchAll(/^\[step (\d+)\]$/gm)].map(([, n]) => Number(n)))
    expect(steps[0]?.[0]).toBe(1)
    expect(steps[1]?.at(-1)).toBe(count)
    expect(steps[0]?.filter((n) => steps[1]?.includes(n)).length).toBeGreaterThan(0)
    if (count === 600) expect(parts[0]).toMatch(/\[… \d+ steps left out …\]/)
  }
})

const root = process.env.LOUPE_CORPUS_DIR ?? ''
const folder = join(root, 'mini-swe-agent', 'gemini-3-pro')

it.runIf(root !== '' && existsSync(folder))('shows each real run in one request', () => {
  const sizes = readdirSync(folder).flatMap((name) => {
    const trajectory = readCorpusRun(
      JSON.parse(readFileSync(join(folder, name), 'utf8')),
      name.split('.')[0] ?? '',
    )
    if (!trajectory) return []
    const parts = showRun({ trajectory, segments: segmentEvidence(stagesOfSteps(trajectory)) })
    expect(parts, name).toHaveLength(1)
    return parts.map(({ length }) => length)
  })
  sizes.sort((a, b) => a - b)
  process.stdout.write(
    `characters of ${sizes.length} runs: median ${sizes[sizes.length >> 1]}, most ${sizes.at(-1)}\n`,
  )
  expect(sizes.at(-1)).toBeLessThan(66_000)
})
