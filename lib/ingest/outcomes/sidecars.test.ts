import { expect, it } from 'vitest'
import { looksLikeOutcomes, sidecarOf } from './sidecars.ts'

const file = (name: string, outcomes: Record<string, 'resolved' | 'unresolved'> = { a: 'resolved' }) => ({
  name,
  outcomes: new Map(Object.entries(outcomes)),
})
const names = (folder: string, ...files: string[]) =>
  sidecarOf(
    folder,
    files.map((one) => file(one)),
  )?.names ?? []

it('a report speaks of the runs beside and below it, and of no others', () => {
  expect(names('runs/a/trajs', 'runs/a/report.json', 'runs/b/report.json')).toEqual(['runs/a/report.json'])
  expect(names('runs/a', 'runs/a/x.report.json', 'runs/a/results.jsonl')).toHaveLength(2)
  expect(names('runs/ab', 'runs/a/report.json')).toEqual([])
})

it.each([
  ['moatless/20240609_moatless_gpt4o', 'results/20240609_moatless_gpt4o.jsonl', true],
  ['oh/claude-3.5-sonnet_v0.15', 'results/openhands-0.15_claude-3.5-sonnet.jsonl', true],
  ['mini/deepseek_chat_dev', 'results/lite-deepseek_chat_dev.jsonl', true],
  ['mini/deepseek_chat_dev', 'results/lite-deepseek_chat_test.jsonl', false],
  ['mini/gemini-3-pro', 'results/mini-v1.3_gemini-2.5-pro.jsonl', false],
  ['runs/gpt-4', 'results/other-gpt-4.jsonl', false],
])('%s is named by %s: %s', (folder, name, isNamed) => {
  expect(names(folder, name)).toEqual(isNamed ? [name] : [])
})

it('an instance on which two files differ stays unknown', () => {
  const files = [
    file('r/report.json', { a: 'resolved', b: 'resolved' }),
    file('r/results.json', { a: 'unresolved', c: 'unresolved' }),
  ]
  expect([...(sidecarOf('r', files)?.outcomes ?? [])]).toEqual([
    ['b', 'resolved'],
    ['c', 'unresolved'],
  ])
})

it('outcomes are looked for in files that say so', () => {
  expect(['report.json', 'swe-bench-results/lite/x.jsonl', 'a.results.jsonl'].map(looksLikeOutcomes)).toEqual(
    [true, true, true],
  )
  expect(['run.json', 'results/notes.md', 'reporter.json'].map(looksLikeOutcomes)).toEqual([
    false,
    false,
    false,
  ])
})
